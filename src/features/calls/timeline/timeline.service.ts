import { Injectable } from '@nestjs/common';
import type { AuthContext } from '../../../core/kernel/auth-context.js';
import { CallTimelines } from '../rollup/call-timelines.service.js';
import type { BucketedCallsRequest } from '../rollup/bucketed-calls.request.js';
import { TIMELINE_MEASURES, timelineFigures } from './timeline.policy.js';
import type { CallTimelineResponse } from './timeline.response.js';

/** Counts calls over time (calls section 9). */
@Injectable()
export class CallTimelineService {
  constructor(private readonly timelines: CallTimelines) {}

  timeline(auth: AuthContext, request: BucketedCallsRequest): Promise<CallTimelineResponse> {
    return this.timelines.read(auth, request, TIMELINE_MEASURES, timelineFigures);
  }
}
