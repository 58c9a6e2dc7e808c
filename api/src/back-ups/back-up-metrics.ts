import { Gauge, Registry } from 'prom-client';
import type { BackUpFolder } from './back-up-folder.ts';

/** Where the cluster's members note that pgBackRest succeeded. */
const PGBACKREST_NOTE = 'pgbackrest-succeeded';

/** For Prometheus: how old the back-ups are and what their checks found, read from the folder at each look. */
export function backUpMetrics(folder: BackUpFolder): Registry {
  const registry = new Registry();
  const gauge = (name: string, help: string, read: () => number | null) =>
    new Gauge({
      name: `stepwise_${name}`,
      help,
      registers: [registry],
      collect() {
        const value = read();
        if (value === null) this.remove();
        else this.set(value);
      },
    });
  const seconds = (date: Date | null | undefined) => (date ? date.getTime() / 1000 : null);

  gauge('back_up_timestamp_seconds', 'When the newest back-up was taken; 0 where there is none.', () =>
    seconds(folder.list().at(-1)?.takenAt ?? new Date(0)),
  );
  gauge('back_up_bytes', 'The size of the newest back-up.', () => folder.list().at(-1)?.bytes ?? null);
  gauge('back_up_verified_timestamp_seconds', 'When a back-up was last restored and verified.', () =>
    seconds(folder.readOutcome('restore')?.at ?? new Date(0)),
  );
  gauge('back_up_fault', '1 where the last restored back-up was not whole.', () =>
    Number(Boolean(folder.readOutcome('restore')?.fault)),
  );
  gauge('audit_log_verified_timestamp_seconds', 'When the audit log in use was last verified.', () =>
    seconds(folder.readOutcome('audit-log')?.at ?? new Date(0)),
  );
  gauge('audit_log_fault', '1 from when the audit log in use is found broken until it verifies.', () =>
    Number(Boolean(folder.readOutcome('audit-log')?.fault)),
  );
  gauge('pgbackrest_timestamp_seconds', 'When pgBackRest last finished a back-up, in a cluster.', () =>
    seconds(folder.notedAt(PGBACKREST_NOTE)),
  );
  return registry;
}
