import { writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { MachineNumber, Machines } from './machines.ts';

const CHECKOUT = resolve(import.meta.dirname, '../..');
const FOLDER = '/stepwise';
const REPLACE_MEMBERS = 'api/deploy/cluster/replace-members.sh';
/** The machines have the images; there is no registry. */
const LOCAL_IMAGES = '--resolve-image=never';
const CHANGE_TIMEOUT_MS = 180_000;
/** Each of the three is watched before the next, and starts slowly on a busy machine. */
const SETTLE_TIMEOUT_MS = 420_000;
/** Swarm begins with a change a moment after it was ordered. */
const SETTLED_FOR_MS = 5_000;

interface Member {
  name: string;
  role: 'leader' | 'replica' | 'sync_standby' | 'standby_leader';
  state: string;
}

/** The stack on the machines, by the commands that docs/cluster.md names. */
export async function openCluster(machines: Machines, secrets: string, settings: Record<string, string>) {
  await machines.run(1, ['mkdir', '-p', `${FOLDER}/api/deploy/cluster`, `${FOLDER}/api/gateway`]);
  await machines.copyIn(
    1,
    join(CHECKOUT, 'api/deploy/cluster/stack.yml'),
    `${FOLDER}/api/deploy/cluster/stack.yml`,
  );
  await machines.copyIn(1, join(CHECKOUT, REPLACE_MEMBERS), `${FOLDER}/${REPLACE_MEMBERS}`);
  await machines.copyIn(1, join(CHECKOUT, 'api/gateway/nginx.conf'), `${FOLDER}/api/gateway/nginx.conf`);
  await machines.copyIn(1, join(import.meta.dirname, 'ports.yml'), `${FOLDER}/ports.yml`);
  await machines.copyIn(1, secrets, `${FOLDER}/secrets`);

  const current = { SECRETS: `${FOLDER}/secrets`, ...settings };
  const withSettings = (changed: Record<string, string>) => [
    'env',
    ...Object.entries(Object.assign(current, changed)).map(([name, value]) => `${name}=${value}`),
  ];

  /** On a member that runs; its own port answers for all. */
  async function askPatroni(path: string, body?: object): Promise<string | null> {
    const script = `import sys, urllib.request as u
data = sys.argv[2].encode() if len(sys.argv) > 2 else None
print(u.urlopen(u.Request(sys.argv[1], data, {'content-type': 'application/json'}), timeout=90).read().decode())`;
    for (const machine of machines.numbers) {
      const container = await machines.serviceOn(machine, `postgres-${machine}`);
      const args = [`http://localhost:8008${path}`, ...(body ? [JSON.stringify(body)] : [])];
      const answer =
        container &&
        (await machines.tryRun(machine, ['docker', 'exec', container, 'python3', '-c', script, ...args]));
      if (answer) return answer;
    }
    return null;
  }

  const members = async (): Promise<Member[]> =>
    JSON.parse((await askPatroni('/cluster')) ?? '{"members":[]}').members;
  async function findMachine(wanted: Member['role']): Promise<MachineNumber | null> {
    const found = (await members()).find(({ role, state }) => role === wanted && state !== 'stopped');
    return found ? (Number(found.name.at(-1)) as MachineNumber) : null;
  }

  return {
    /** Starts the stack, or changes what differs. Later deployments keep the settings. */
    async deploy(changed: Record<string, string> = {}): Promise<void> {
      await machines.run(1, [
        ...withSettings(changed),
        ...['docker', 'stack', 'deploy', LOCAL_IMAGES],
        ...['-c', `${FOLDER}/api/deploy/cluster/stack.yml`, '-c', `${FOLDER}/ports.yml`, 'stepwise'],
      ]);
    },
    /** Gives a secret another value, for the next deployment under another number. */
    async changeSecret(name: string, text: string): Promise<void> {
      writeFileSync(join(secrets, name), text);
      await machines.copyIn(1, join(secrets, name), `${FOLDER}/secrets/${name}`);
    },
    /** Deploys the members of the database one at a time. Later deployments keep the settings. */
    replaceMembers: (changed: Record<string, string>): Promise<string> =>
      machines.run(1, [...withSettings(changed), `${FOLDER}/${REPLACE_MEMBERS}`, LOCAL_IMAGES]),
    /** The containers of the database's members. */
    members: () =>
      Promise.all(machines.numbers.map((number) => machines.serviceOn(number, `postgres-${number}`))),
    removeService: (name: string): Promise<string> =>
      machines.run(1, ['docker', 'service', 'rm', `stepwise_${name}`]),
    leader: (): Promise<MachineNumber | null> => findMachine('leader'),
    /** Of the member that has every commit. */
    standby: (): Promise<MachineNumber | null> => findMachine('sync_standby'),
    /** Makes etcd's member of a machine the one that leads etcd, unless it is. */
    async letLeadEtcd(machine: MachineNumber): Promise<void> {
      const container = await machines.serviceOn(machine, `etcd-${machine}`);
      const id = `$(etcdctl member list | sed -n 's/,.* etcd-${machine},.*//p')`;
      const endpoints = machines.numbers.map((number) => `etcd-${number}:2379`).join(',');
      const status = `etcdctl endpoint status | grep -q ', true, false,'`;
      await machines.run(machine, [
        ...['docker', 'exec', container ?? '', 'sh', '-c'],
        `${status} || etcdctl --endpoints=${endpoints} move-leader ${id}`,
      ]);
    },
    /** Resolves once there is a leader, the others follow, and one of them has every commit. */
    async untilWhole(): Promise<void> {
      let seen: Member[] = [];
      for (const limit = Date.now() + CHANGE_TIMEOUT_MS; Date.now() < limit; await wait(500)) {
        seen = await members();
        const has = (role: Member['role']) => seen.some((member) => member.role === role);
        const isUp = seen.every(({ state }) => state === 'running' || state === 'streaming');
        if (seen.length === 3 && has('leader') && has('sync_standby') && isUp) return;
      }
      throw new Error(`The database is not whole: ${JSON.stringify(seen)}`);
    },
    /** Asks again where it is rejected, which changes nothing: for a while after a network is repaired members miss each other. */
    async switchOver(): Promise<void> {
      for (const limit = Date.now() + CHANGE_TIMEOUT_MS; Date.now() < limit; await wait(1_000)) {
        const seen = await members();
        const leader = seen.find(({ role }) => role === 'leader')?.name;
        const candidate = seen.find(({ role }) => role === 'sync_standby')?.name;
        if ((await askPatroni('/switchover', { leader, candidate })) !== null) return;
      }
      throw new Error('The switchover failed.');
    },
    /** Runs a command in the container of the leader. */
    async onLeader(command: readonly string[]): Promise<string> {
      const leader = await this.leader();
      const container = leader && (await machines.serviceOn(leader, `postgres-${leader}`));
      if (!leader || !container) throw new Error('There is no leader.');
      return machines.run(leader, ['docker', 'exec', container, ...command]);
    },
    /**
     * Resolves once no service is being changed and each has the containers that it should have. Rejects where a change was
     * rolled back, with what the service's containers said.
     */
    async untilSettled(): Promise<void> {
      let last = '';
      let changed = Date.now();
      for (const limit = Date.now() + SETTLE_TIMEOUT_MS; Date.now() < limit; await wait(500)) {
        last = await machines.run(1, ['docker', 'service', 'ls', '--format', '{{.Name}} {{.Replicas}}']);
        const names = last.split('\n').map((line) => line.split(' ')[0] ?? '');
        const states = await machines.run(1, [
          ...['docker', 'service', 'inspect', '--format'],
          ...['{{.Spec.Name}} {{with .UpdateStatus}}{{.State}}{{end}}', ...names],
        ]);
        const [, rolledBack] = /^(.*) rollback_/m.exec(states) ?? [];
        if (rolledBack)
          throw new Error(
            [
              `${rolledBack} is rolled back:`,
              await machines.run(1, ['docker', 'service', 'ps', '--no-trunc', rolledBack]),
              await machines.run(1, ['docker', 'service', 'logs', '--raw', '--tail', '20', rolledBack]),
            ].join('\n'),
          );
        const isChanging = / updating$/m.test(states);
        const isWhole = last.split('\n').every((line) => / (\d+)\/\1$/.test(line));
        if (isChanging || !isWhole) changed = Date.now();
        if (Date.now() - changed > SETTLED_FOR_MS) return;
      }
      throw new Error(`The services do not settle:\n${last}`);
    },
  };
}
