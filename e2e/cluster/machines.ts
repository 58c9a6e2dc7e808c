import { execFile } from 'node:child_process';
import { join, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';

const CHECKOUT = resolve(import.meta.dirname, '../..');
const NAME = 'stepwise-cluster';
const SUBNET = '10.213.77.0/24';
const STORE = `${NAME}-back-ups`;
const IMAGE = `${NAME}-machine`;
const NUMBERS = [1, 2, 3] as const;
const START_TIMEOUT_MS = 60_000;
const REJOIN_TIMEOUT_MS = 180_000;
/** Uid and gid of PostgreSQL in the cluster's image. */
const POSTGRES = '999:999';

export type MachineNumber = (typeof NUMBERS)[number];

const execute = promisify(execFile);

/** Runs a program of this machine and gives what it prints. Saves and pages go on meanwhile. Throws where it fails. */
async function runHere(program: string, args: readonly string[], input = ''): Promise<string> {
  const running = execute(program, [...args], { maxBuffer: 64 * 1024 * 1024 });
  // One that has ended takes no more; whether it failed is said by its end.
  running.child.stdin?.on('error', () => {}).end(input);
  return (await running).stdout.trim();
}
export const docker = (args: readonly string[], input?: string): Promise<string> =>
  runHere('docker', args, input);

/** Kept when its network comes back. */
const addressOf = (machine: MachineNumber): string => `10.213.77.1${machine}`;
const containerOf = (machine: MachineNumber): string => `${NAME}-${machine}`;

/**
 * Three Docker engines on this one, each in a container with all it may have, and a folder that they share, for the
 * back-ups. Ends those that an earlier run left.
 */
export async function openMachines() {
  await remove();
  const file = join(import.meta.dirname, 'machine.Dockerfile');
  await docker(['build', '--quiet', '--file', file, '--tag', IMAGE, CHECKOUT]);
  await docker(['network', 'create', '--subnet', SUBNET, NAME]);
  await docker(['volume', 'create', STORE]);
  for (const machine of NUMBERS) await start(machine);

  async function start(machine: MachineNumber): Promise<void> {
    const name = containerOf(machine);
    await docker([
      ...[
        'run',
        '--detach',
        '--name',
        name,
        '--hostname',
        name,
        '--network',
        NAME,
        '--ip',
        addressOf(machine),
      ],
      // As --privileged, without the one capability that an engine can do without and some machines do not grant.
      ...['--cap-add=ALL', '--cap-drop=SYS_RESOURCE', '--security-opt=seccomp=unconfined'],
      ...['--device-cgroup-rule=a *:* rwm', '--volume=/sys/fs/cgroup:/sys/fs/cgroup:rw', '--tmpfs=/run'],
      ...['--volume=/var/lib/docker', `--volume=${STORE}:/srv/stepwise-back-ups`],
      IMAGE,
      ...[
        'sh',
        '-c',
        `mount -o remount,rw /sys; mount -o remount,rw /proc/sys; chown ${POSTGRES} /srv/stepwise-back-ups;` +
          ` exec dockerd --storage-driver=overlay2 --cgroup-parent=/${name}`,
      ],
    ]);
  }

  async function remove(): Promise<void> {
    // What an earlier run did not make is not there to remove.
    const tryTo = (...args: string[]) => docker(args).catch(() => null);
    await tryTo('rm', '--force', '--volumes', ...NUMBERS.map(containerOf));
    await tryTo('volume', 'rm', STORE);
    await tryTo('network', 'rm', NAME);
  }

  /** Runs a command on a machine and gives what it prints. */
  const run = (machine: MachineNumber, command: readonly string[]): Promise<string> =>
    docker(['exec', containerOf(machine), ...command]);

  const tryRun = (machine: MachineNumber, command: readonly string[]): Promise<string | null> =>
    run(machine, command).catch(() => null);

  /** The container of a service on a machine that runs, or null. */
  async function serviceOn(machine: MachineNumber, service: string): Promise<string | null> {
    const found = await tryRun(machine, [
      ...['docker', 'ps', '--quiet', '--filter', `label=com.docker.swarm.service.name=stepwise_${service}`],
    ]);
    return found?.split('\n')[0] || null;
  }

  return {
    numbers: NUMBERS,
    run,
    tryRun,
    serviceOn,
    remove,
    address: addressOf,
    /** Resolves once every engine answers. */
    async untilUp(): Promise<void> {
      const limit = Date.now() + START_TIMEOUT_MS;
      for (const machine of NUMBERS)
        while ((await tryRun(machine, ['docker', 'info'])) === null) {
          if (Date.now() > limit) throw new Error(`The engine of machine ${machine} does not start.`);
          await wait(200);
        }
    },
    /** Makes a swarm of the three, each of which may lead it, and gives them their labels. */
    async joinSwarm(): Promise<void> {
      await run(1, ['docker', 'swarm', 'init', '--advertise-addr', 'eth0']);
      const token = await run(1, ['docker', 'swarm', 'join-token', '--quiet', 'manager']);
      for (const machine of [2, 3] as const)
        await run(machine, ['docker', 'swarm', 'join', '--token', token, `${containerOf(1)}:2377`]);
      for (const machine of NUMBERS)
        await run(1, [
          ...['docker', 'node', 'update', '--label-add', `stepwise=${machine}`, containerOf(machine)],
        ]);
    },
    /** Resolves once each machine knows the leader of the swarm and reaches the others: until then it may take no orders. */
    async untilRejoined(): Promise<void> {
      const managers = ['docker', 'node', 'ls', '--format', '{{.ManagerStatus}}'];
      for (const limit = Date.now() + REJOIN_TIMEOUT_MS; Date.now() < limit; await wait(500)) {
        const seen = await Promise.all(NUMBERS.map((machine) => tryRun(machine, managers)));
        if (seen.every((statuses) => statuses?.includes('Leader') && !statuses.includes('Unreachable')))
          return;
      }
      throw new Error('The machines do not form a swarm again.');
    },
    /** Puts images of this machine on all three. */
    async load(images: readonly string[]): Promise<void> {
      const engines = NUMBERS.map(
        (machine) => `>(docker exec -i ${containerOf(machine)} docker load --quiet >/dev/null)`,
      );
      await runHere('bash', [
        '-c',
        `set -o pipefail; docker save ${images.join(' ')} | tee ${engines.join(' ')} >/dev/null; wait`,
      ]);
    },
    copyIn: (machine: MachineNumber, from: string, to: string): Promise<string> =>
      docker(['cp', from, `${containerOf(machine)}:${to}`]),
    /** As by a power cut. */
    cutPower: (machine: MachineNumber): Promise<string> => docker(['kill', containerOf(machine)]),
    powerOn: (machine: MachineNumber): Promise<string> => docker(['start', containerOf(machine)]),
    /** Nothing reaches the machine any more, and nothing leaves it. */
    cutNetwork: (machine: MachineNumber): Promise<string> =>
      docker(['network', 'disconnect', '--force', NAME, containerOf(machine)]),
    repairNetwork: (machine: MachineNumber): Promise<string> =>
      docker(['network', 'connect', '--ip', addressOf(machine), NAME, containerOf(machine)]),
    async killService(machine: MachineNumber, service: string): Promise<void> {
      const container = await serviceOn(machine, service);
      if (!container) throw new Error(`${service} does not run on machine ${machine}.`);
      await run(machine, ['docker', 'kill', container]);
    },
  };
}
export type Machines = Awaited<ReturnType<typeof openMachines>>;
