/*
 * Shifts the wall clock of a process and of those that it starts by CLOCK_SHIFT_SECONDS; what counts
 * elapsed time stays as it is. libfaketime would do, but hands PostgreSQL's signal handlers the real
 * time, so that no statement ever times out.
 *
 *   cc -shared -fPIC -o /tmp/shifted-clock.so test/support/shifted-clock.c
 *   LD_PRELOAD=/tmp/shifted-clock.so CLOCK_SHIFT_SECONDS=3456000 npm test
 */
#define _GNU_SOURCE
#include <stdlib.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

static time_t shift(void) {
  static time_t seconds = -1;
  if (seconds == -1) {
    const char *text = getenv("CLOCK_SHIFT_SECONDS");
    seconds = text ? atol(text) : 0;
  }
  return seconds;
}

int clock_gettime(clockid_t clock, struct timespec *now) {
  int result = syscall(SYS_clock_gettime, clock, now);
  if (result == 0 && (clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE)) now->tv_sec += shift();
  return result;
}

int gettimeofday(struct timeval *restrict now, void *restrict zone) {
  (void)zone;
  struct timespec exact;
  clock_gettime(CLOCK_REALTIME, &exact);
  now->tv_sec = exact.tv_sec;
  now->tv_usec = exact.tv_nsec / 1000;
  return 0;
}

time_t time(time_t *out) {
  struct timespec exact;
  clock_gettime(CLOCK_REALTIME, &exact);
  if (out) *out = exact.tv_sec;
  return exact.tv_sec;
}
