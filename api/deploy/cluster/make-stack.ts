/**
 * Makes the stack for Docker Swarm from docker-compose.yml and cluster.yml: `node api/deploy/cluster/make-stack.ts` writes
 * stack.yml, and observe.yml for the profile of that name, so that three machines need no description of their own of what one machine runs.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse, stringify } from 'yaml';

type Settings = Record<string, unknown>;
interface Description {
  services: Record<string, Settings>;
  networks: Record<string, Settings | null>;
  volumes: Record<string, Settings | null>;
  secrets: Record<string, Settings>;
}

const COMPOSE = join(import.meta.dirname, '../../../docker-compose.yml');
const CLUSTER = join(import.meta.dirname, 'cluster.yml');
export const STACK = join(import.meta.dirname, 'stack.yml');
export const OBSERVE = join(import.meta.dirname, 'observe.yml');

/** Of Compose only. A service of Swarm is started again until what it waits for is there, and built elsewhere. */
const LEFT_OUT = [
  'build',
  'depends_on',
  'mem_limit',
  'pids_limit',
  'ports',
  'profiles',
  'restart',
  'scale',
  'security_opt',
  'tmpfs',
];

/**
 * What brings a release ends once it has. In the cluster it stays, healthy from then on: a job of Swarm runs without end
 * after a manager that no longer led leads again (its `becomeFollower` leaves the jobs' orchestrator running).
 */
const STAYING = {
  command: [
    ...['sh', '-c'],
    'node shared-contracts/tooling/release/publish-releases.ts /built && touch /dev/shm/published && exec sleep infinity',
  ],
  healthcheck: { test: ['CMD', 'test', '-e', '/dev/shm/published'], start_period: '24h' },
};

const read = (file: string): Description => parse(readFileSync(file, 'utf8'), { merge: true });

/**
 * The stack as text; with a profile, what that adds, to be deployed with the stack. Throws where docker-compose.yml has
 * what it cannot say.
 */
export function makeStack(profile?: string): string {
  const compose = read(COMPOSE);
  const cluster = read(CLUSTER);
  const { postgres: _replaced, ...kept } = compose.services;
  const configs: Record<string, Settings> = {};
  const services: Record<string, Settings> = {};
  for (const [name, service] of Object.entries(kept)) {
    if (profile ? !(service.profiles as string[] | undefined)?.includes(profile) : service.profiles) continue;
    const swarm = toSwarm(name, service, configs);
    const { deploy, ...others } = cluster.services[name] ?? {};
    services[name] = { ...swarm, ...others, deploy: { ...swarm.deploy, ...(deploy as Settings) } };
  }
  const added = profile
    ? []
    : Object.entries(cluster.services).filter(([name]) => !(name in compose.services));
  const all = { ...services, ...Object.fromEntries(added) };
  const text = JSON.stringify(all);
  const used = <T>(entries: Record<string, T>): Record<string, T> =>
    Object.fromEntries(Object.entries(entries).filter(([name]) => text.includes(`"${name}`)));
  return [
    '# Made by make-stack.ts from docker-compose.yml and cluster.yml; see docs/cluster.md. Not to be edited.',
    stringify(
      {
        version: '3.9',
        services: all,
        ...(!profile && { networks: { ...overlays(compose.networks), ...cluster.networks } }),
        volumes: used({ ...compose.volumes, ...cluster.volumes }),
        configs,
        secrets: withVersions(used({ ...compose.secrets, ...cluster.secrets })),
      },
      { aliasDuplicateObjects: false, lineWidth: 0 },
      // Docker takes a hyphen in such a message for a default.
    ).replaceAll(/:\?[^}]*\}/g, ':?required}'),
  ].join('\n');
}

const overlays = (networks: Description['networks']) =>
  Object.fromEntries(
    Object.entries(networks).map(([name, network]) => [name, { ...network, driver: 'overlay' }]),
  );

/** What a secret of Swarm holds never changes, so each has a number, such as SESSION_SECRET_VERSION. */
const withVersions = (secrets: Description['secrets']) =>
  Object.fromEntries(
    Object.entries(secrets).map(([name, secret]) => {
      const version = `${name.toUpperCase().replaceAll('-', '_')}_VERSION`;
      return [name, { name: `stepwise_${name}-\${${version}:-1}`, ...secret }];
    }),
  );

function toSwarm(
  name: string,
  service: Settings,
  configs: Record<string, Settings>,
): Settings & { deploy: Settings } {
  const { build, mem_limit, pids_limit, ports, restart, tmpfs, volumes, ...others } = service as {
    build?: { dockerfile?: string; args?: { PACKAGE?: string } };
    mem_limit: string;
    pids_limit: number;
    ports?: string[];
    restart?: string;
    tmpfs?: string[];
    volumes?: string[];
  } & Settings;
  const rest = Object.fromEntries(Object.entries(others).filter(([key]) => !LEFT_OUT.includes(key)));
  const files = (volumes ?? []).filter((volume) => volume.startsWith('./'));
  return {
    ...(build && { image: `\${REGISTRY:-}stepwise-${name}:\${VERSION:-latest}` }),
    ...rest,
    ...(!restart && STAYING),
    ...(ports && { ports: ports.map(toHostPort) }),
    volumes: [
      ...(volumes ?? []).filter((volume) => !files.includes(volume)).map(toVolume),
      ...(tmpfs ?? []).map((folder) => ({ type: 'tmpfs', target: folder.split(':')[0] })),
    ],
    ...(files.length > 0 && { configs: files.map((file) => toConfig(file, configs)) }),
    deploy: {
      // A rejected release is brought again while an upgrade may still replace the APIs of all machines, and then no more.
      ...(restart
        ? { endpoint_mode: 'dnsrr', restart_policy: { condition: 'any', delay: '2s' } }
        : { restart_policy: { condition: 'on-failure', delay: '1m', max_attempts: 10, window: '30m' } }),
      resources: { limits: { memory: mem_limit.toUpperCase(), pids: pids_limit } },
    },
  };
}

/** `${ADDRESS:-127.0.0.1:8080}:8080` on one machine; on each of three its own port. */
function toHostPort(port: string) {
  const found = port.match(/:-[\d.]+:(\d+)\}:(\d+)$/);
  if (!found) throw new Error(`The port ${port} is none that a machine of the cluster can publish.`);
  const [, published, target] = found;
  return { target: Number(target), published: Number(published), protocol: 'tcp', mode: 'host' };
}

function toVolume(volume: string) {
  const [source, target, options = ''] = volume.split(':');
  const isReadOnly = options.split(',').includes('ro');
  const isNoCopy = options.split(',').includes('nocopy');
  return {
    type: 'volume',
    source,
    target,
    ...(isReadOnly && { read_only: true }),
    ...(isNoCopy && { volume: { nocopy: true } }),
  };
}

/** A file beside docker-compose.yml that a container reads. */
function toConfig(volume: string, configs: Record<string, Settings>) {
  const [file = '', target] = volume.split(':');
  const source = file.slice(2).replaceAll(/[/.]/g, '-');
  configs[source] = { name: `${source}-\${VERSION:-latest}`, file: `../../../${file.slice(2)}` };
  return { source, target };
}

if (process.argv[1] === import.meta.filename) {
  writeFileSync(STACK, makeStack());
  writeFileSync(OBSERVE, makeStack('observe'));
}
