import { spawn } from 'node:child_process';
import { accessSync, globSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { ensureFolder, StartError } from '../dev/files.ts';
import type { Lifecycle } from '../dev/lifecycle.ts';
import { freePort } from '../dev/ports.ts';
import { startEmbeddedPostgres } from '../dev/postgres/embedded-postgres.ts';
import type { EmbeddedServer } from '../dev/postgres/embedded-postgres.ts';
import { postgresAccount, postgresBinaries } from '../dev/postgres/postgres-installation.ts';
import type { PostgresAccount } from '../dev/postgres/postgres-installation.ts';
import { readPostmasterFile, stopPostmaster } from '../dev/postgres/postmaster.ts';
import { signalIfAlive, until } from '../dev/processes.ts';
import { asSuperuser, copyCluster, giveTo, SETTINGS } from './replicated-server.ts';
import type { ServerWithStandby } from './replicated-server.ts';

/**
 * Debian's programs. The embedded PostgreSQL lacks pg_controldata and pg_isready, and those of
 * other versions work.
 */
const PROGRAMS = {
  etcd: '/usr/bin/etcd',
  patroni: '/usr/bin/patroni',
  haproxy: '/usr/sbin/haproxy',
} as const;
const PACKAGES = 'patroni etcd-server haproxy postgresql-15';
const HOST = '127.0.0.1';
const STARTED_MS = 60_000;
/**
 * The leader's lease of 20 s is the shortest that Patroni accepts; some rounds of its loop are
 * added.
 */
const PROMOTED_MS = 60_000;

/** The configuration that Patroni reads from etcd. */
const CLUSTER = {
  ttl: 20,
  loop_wait: 1,
  retry_timeout: 3,
  synchronous_mode: true,
  postgresql: {
    use_pg_rewind: false,
    parameters: {
      ...SETTINGS,
      max_connections: '200',
      timezone: 'UTC',
      fsync: 'off',
      unix_socket_directories: '',
    },
  },
};

interface Node {
  readonly cluster: string;
  readonly pid: number;
  readonly url: URL;
  /**
   * Address of the server's Patroni, which answers 200 at /primary or /synchronous if that is its
   * role.
   */
  readonly api: string;
}

/** A primary and its synchronous standby under Patroni, with etcd, and HAProxy in front of both. */
export class PatroniServer implements ServerWithStandby {
  readonly primary: EmbeddedServer;
  private readonly folder: string;
  private readonly lifecycle: Lifecycle;
  private nodes: readonly [Node, Node] | null = null;

  private constructor(folder: string, lifecycle: Lifecycle, primary: EmbeddedServer) {
    this.folder = folder;
    this.lifecycle = lifecycle;
    this.primary = primary;
  }

  /** @throws StartError that says what to install */
  static async start(this: void, folder: string, lifecycle: Lifecycle): Promise<PatroniServer> {
    helpers();
    const primary = await lifecycle.hold(
      startEmbeddedPostgres({ dataDir: join(folder, 'first'), fast: true, settings: SETTINGS }),
      (server) => server.stop(true),
    );
    return new PatroniServer(folder, lifecycle, primary);
  }

  /** Puts the cluster and a copy of it under Patroni's control. */
  async addStandby(): Promise<number> {
    const [first, second] = [join(this.folder, 'first/cluster'), join(this.folder, 'second/cluster')];
    await this.primary.stop();
    ensureFolder(dirname(second));
    copyCluster(first, second);
    giveTo(second);
    // For Patroni's files; its account owns nothing else.
    const home = join(this.folder, 'home');
    mkdirSync(home);
    giveTo(home);
    const bin = await this.programs();
    const etcd = await this.startEtcd();
    const leader = await this.startNode('first', first, bin, etcd, '/primary');
    const standby = await this.startNode('second', second, bin, etcd, '/synchronous');
    this.nodes = [leader, standby];
    return this.startProxy(this.nodes);
  }

  /** Kills Patroni and PostgreSQL of the leader at once, like a failing host. */
  async killPrimary(): Promise<void> {
    const [{ pid, cluster }] = this.nodes!;
    signalIfAlive(pid, 'SIGKILL');
    await stopPostmaster(readPostmasterFile(cluster)!.pid, cluster, true);
  }

  /** Waits until Patroni has made the standby the primary. */
  async promote(): Promise<void> {
    await this.answers(this.nodes![1], '/primary', PROMOTED_MS);
  }

  query<T extends object>(database: string, text: string, values: readonly unknown[] = []): Promise<T[]> {
    const url = new URL(this.nodes![1].url);
    url.pathname = database;
    return asSuperuser(url.href, async (client) => (await client.query<T>(text, [...values])).rows);
  }

  /** One folder with every program that Patroni calls. */
  private async programs(): Promise<string> {
    const bin = join(this.folder, 'bin');
    mkdirSync(bin);
    const own = dirname((await postgresBinaries()).postgres);
    for (const path of [...['postgres', 'pg_ctl', 'initdb'].map((name) => join(own, name)), ...helpers()])
      symlinkSync(path, join(bin, path.slice(path.lastIndexOf('/') + 1)));
    return bin;
  }

  /** @returns its address */
  private async startEtcd(): Promise<string> {
    const [clients, peers] = [await freePort(HOST), await freePort(HOST)].map(
      (port) => `http://${HOST}:${port}`,
    );
    this.run(PROGRAMS.etcd, [
      ...['--data-dir', join(this.folder, 'etcd'), '--unsafe-no-fsync'],
      ...['--listen-client-urls', clients!, '--advertise-client-urls', clients!],
      ...[
        '--listen-peer-urls',
        peers!,
        '--initial-advertise-peer-urls',
        peers!,
        '--initial-cluster',
        `default=${peers}`,
      ],
    ]);
    const base64 = (text: string): string => Buffer.from(text).toString('base64');
    const body = JSON.stringify({
      key: base64('/service/rehearsal/config'),
      value: base64(JSON.stringify(CLUSTER)),
    });
    const isConfigured = (): Promise<boolean> =>
      fetch(`${clients}/v3/kv/put`, { method: 'POST', body }).then(
        ({ ok }) => ok,
        () => false,
      );
    if (!(await until(isConfigured, STARTED_MS, 100))) throw new StartError('etcd does not start.');
    return new URL(clients!).host;
  }

  private async startNode(
    name: string,
    cluster: string,
    bin: string,
    etcd: string,
    role: string,
  ): Promise<Node> {
    const superuser = new URL(this.primary.superuserUrl('postgres'));
    const login = { username: superuser.username, password: superuser.password };
    const [port, apiPort] = [await freePort(HOST), await freePort(HOST)];
    const file = join(this.folder, name, 'patroni.json');
    const settings = {
      scope: 'rehearsal',
      name,
      etcd3: { host: etcd },
      restapi: { listen: `${HOST}:${apiPort}`, connect_address: `${HOST}:${apiPort}` },
      postgresql: {
        listen: `${HOST}:${port}`,
        connect_address: `${HOST}:${port}`,
        data_dir: cluster,
        bin_dir: bin,
        pgpass: join(this.folder, 'home', name),
        authentication: { superuser: login, replication: login },
      },
    };
    writeFileSync(file, JSON.stringify(settings));
    superuser.port = String(port);
    const node = {
      cluster,
      url: superuser,
      api: `http://${HOST}:${apiPort}`,
      pid: this.run(PROGRAMS.patroni, [file], postgresAccount()),
    };
    await this.answers(node, role, STARTED_MS);
    return node;
  }

  /**
   * Follows the primary like Patroni's own template.
   * @returns its port
   */
  private async startProxy(nodes: readonly Node[]): Promise<number> {
    const port = await freePort(HOST);
    const file = join(this.folder, 'haproxy.cfg');
    const servers = nodes.map(
      ({ url, api }, index) => `server n${index} ${url.host} check port ${new URL(api).port}`,
    );
    writeFileSync(
      file,
      [
        'defaults',
        'mode tcp',
        'timeout connect 2s',
        'timeout client 30m',
        'timeout server 30m',
        'timeout check 1s',
      ]
        .concat([
          'listen primary',
          `bind ${HOST}:${port}`,
          'option httpchk OPTIONS /primary',
          'http-check expect status 200',
        ])
        .concat(['default-server inter 1s fall 2 rise 1 on-marked-down shutdown-sessions', ...servers, ''])
        .join('\n'),
    );
    this.run(PROGRAMS.haproxy, ['-db', '-f', file]);
    const leads = () =>
      asSuperuser(`${Object.assign(new URL(nodes[0]!.url), { port }).href}`, async () => true);
    if (!(await until(() => leads().catch(() => false), STARTED_MS, 100)))
      throw new StartError('HAProxy leads nowhere.');
    return port;
  }

  private async answers({ api }: Node, path: string, deadline: number): Promise<void> {
    const isSo = (): Promise<boolean> =>
      fetch(`${api}${path}`).then(
        ({ ok }) => ok,
        () => false,
      );
    if (!(await until(isSo, deadline, 100))) throw new StartError(`Patroni does not say ${path} at ${api}.`);
  }

  /**
   * Runs a program until the lifecycle ends.
   * @returns its pid
   */
  private run(program: string, args: readonly string[], account: PostgresAccount = {}): number {
    const child = spawn(program, args, {
      ...account,
      cwd: '/',
      stdio: 'ignore',
      detached: true,
    });
    this.lifecycle.onClose(async () => {
      signalIfAlive(child.pid!, 'SIGTERM');
      await until(() => child.exitCode !== null || child.signalCode !== null, 30_000);
    });
    return child.pid!;
  }
}

function helpers(): string[] {
  const found = ['pg_controldata', 'pg_isready'].map((name) =>
    globSync(`/usr/lib/postgresql/*/bin/${name}`).at(-1)!,
  );
  try {
    for (const program of [...Object.values(PROGRAMS), ...found]) accessSync(program);
  } catch {
    throw new StartError(`This rehearsal needs programs of Debian: apt-get install ${PACKAGES}`);
  }
  return found;
}
