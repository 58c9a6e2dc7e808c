import { execFileSync, spawnSync } from 'node:child_process';
import { join, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

const CHECKOUT = resolve(import.meta.dirname, '../..');
const NAME = 'stepwise-cluster';
const SUBNET = '10.213.77.0/24';
const STORE = `${NAME}-back-ups`;
const IMAGE = `${NAME}-machine`;
const NUMBERS = [1, 2, 3] as const;
const STARTS_WITHIN_MS = 60_000;
/** Uid and gid of PostgreSQL in the cluster's image. */
const POSTGRES = '999:999';

export type MachineNumber = (typeof NUMBERS)[number];

/** Runs docker on this machine and gives what it prints. */
export function docker(args: readonly string[], input?: string): string {
  return execFileSync('docker', args, {
    encoding: 'utf8',
    stdio: [input === undefined ? 'ignore' : 'pipe', 'pipe', 'inherit'],
    ...(input !== undefined && { input }),
    maxBuffer: 64 * 1024 * 1024,
  }).trim();
}

/** Kept when its network comes back. */
const addressOf = (machine: MachineNumber): string => `10.213.77.1${machine}`;
const containerOf = (machine: MachineNumber): string => `${NAME}-${machine}`;

/**
 * Three Docker engines on this one, each in a container with all it may have, and a folder that they share, for the
 * back-ups. Ends those that an earlier run left.
 */
export function openMachines() {
  remove();
  docker([
    'build',
    '--quiet',
    '--file',
    join(import.meta.dirname, 'machine.Dockerfile'),
    '--tag',
    IMAGE,
    CHECKOUT,
  ]);
  docker(['network', 'create', '--subnet', SUBNET, NAME]);
  docker(['volume', 'create', STORE]);
  for (const machine of NUMBERS) start(machine);

  function start(machine: MachineNumber): void {
    const name = containerOf(machine);
    docker([
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

  function remove(): void {
    spawnSync('docker', ['rm', '--force', '--volumes', ...NUMBERS.map(containerOf)], { stdio: 'ignore' });
    spawnSync('docker', ['volume', 'rm', STORE], { stdio: 'ignore' });
    spawnSync('docker', ['network', 'rm', NAME], { stdio: 'ignore' });
  }

  /** Runs a command on a machine and gives what it prints. */
  const run = (machine: MachineNumber, command: readonly string[], input?: string): string =>
    docker(
      ['exec', ...(input === undefined ? [] : ['--interactive']), containerOf(machine), ...command],
      input,
    );

  const tryRun = (machine: MachineNumber, command: readonly string[]): string | null => {
    const { status, stdout } = spawnSync('docker', ['exec', containerOf(machine), ...command], {
      encoding: 'utf8',
    });
    return status === 0 ? stdout.trim() : null;
  };

  /** The container of a service on a machine that runs, or null. */
  const serviceOn = (machine: MachineNumber, service: string): string | null =>
    tryRun(machine, [
      ...['docker', 'ps', '--quiet', '--filter', `label=com.docker.swarm.service.name=stepwise_${service}`],
    ])?.split('\n')[0] || null;

  return {
    numbers: NUMBERS,
    run,
    tryRun,
    serviceOn,
    remove,
    address: addressOf,
    /** Resolves once every engine answers. */
    async untilUp(): Promise<void> {
      const limit = Date.now() + STARTS_WITHIN_MS;
      for (const machine of NUMBERS)
        while (tryRun(machine, ['docker', 'info']) === null) {
          if (Date.now() > limit) throw new Error(`The engine of machine ${machine} does not start.`);
          await wait(200);
        }
    },
    /** Makes a swarm of the three, each of which may lead it, and gives them their labels. */
    joinSwarm(): void {
      run(1, ['docker', 'swarm', 'init', '--advertise-addr', 'eth0']);
      const token = run(1, ['docker', 'swarm', 'join-token', '--quiet', 'manager']);
      for (const machine of [2, 3] as const)
        run(machine, ['docker', 'swarm', 'join', '--token', token, `${containerOf(1)}:2377`]);
      for (const machine of NUMBERS)
        run(1, ['docker', 'node', 'update', '--label-add', `stepwise=${machine}`, containerOf(machine)]);
    },
    /** Puts images of this machine on all three. */
    load(images: readonly string[]): void {
      for (const machine of NUMBERS)
        execFileSync(
          'sh',
          [
            '-c',
            `docker save ${images.join(' ')} | docker exec -i ${containerOf(machine)} docker load --quiet`,
          ],
          { stdio: ['ignore', 'ignore', 'inherit'] },
        );
    },
    copyIn: (machine: MachineNumber, from: string, to: string): void =>
      void docker(['cp', from, `${containerOf(machine)}:${to}`]),
    /** As by a power cut. */
    cutPower: (machine: MachineNumber): void => void docker(['kill', containerOf(machine)]),
    powerOn: (machine: MachineNumber): void => void docker(['start', containerOf(machine)]),
    /** Nothing reaches the machine any more, and nothing leaves it. */
    cutNetwork: (machine: MachineNumber): void =>
      void docker(['network', 'disconnect', '--force', NAME, containerOf(machine)]),
    mendNetwork: (machine: MachineNumber): void =>
      void docker(['network', 'connect', '--ip', addressOf(machine), NAME, containerOf(machine)]),
    killService(machine: MachineNumber, service: string): void {
      const container = serviceOn(machine, service);
      if (!container) throw new Error(`${service} does not run on machine ${machine}.`);
      run(machine, ['docker', 'kill', container]);
    },
  };
}
export type Machines = ReturnType<typeof openMachines>;
