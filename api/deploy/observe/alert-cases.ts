/** Series by their names with labels, in promtool's notation, a value each minute: `0+6x60` is 0, 6, 12, … */
type Series = Readonly<Record<string, string>>;

interface AlertCase {
  /** The faults that the alert names. */
  fires: readonly Series[];
  /** What looks like them and wakes no one. */
  silent: readonly Series[];
  /** When it is asked; long enough for what the rule waits for. */
  at?: string;
}

const UP = '1x90';
const requests = (route = 'page', status = 200) =>
  `stepwise_http_request_duration_seconds_count{route="${route}",status="${status}"}`;
const bucket = (le: string) => `stepwise_http_request_duration_seconds_bucket{route="page",le="${le}"}`;
const mail = (outcome: string) => `stepwise_mail_total{instance="a",outcome="${outcome}"}`;
const renders = (outcome: string) => `stepwise_renders_total{instance="a",outcome="${outcome}"}`;
const replica = (instance: string) => `up{job="api",instance="${instance}"}`;
const disk = 'node_filesystem_avail_bytes{instance="a",mountpoint="/",fstype="ext4"}';
const size = 'node_filesystem_size_bytes{instance="a",mountpoint="/",fstype="ext4"}';
const member = (name: string, measure: string) => `patroni_${measure}{instance="${name}"}`;
const everyMember = (measure: string, values: [string, string, string]): Series =>
  Object.fromEntries(values.map((value, i) => [member(`postgres-${i + 1}`, measure), value]));
const probe = (name: string) => `probe_${name}{job="public-address"}`;
const HOUR_S = 3_600;
const DAY_S = 24 * HOUR_S;

/** All that is read by more than one rule, as it is while all is well. */
const measured: Series = {
  [mail('sent')]: '0+1x90',
  [renders('rendered')]: '0+1x90',
  stepwise_server_errors_total: '0x90',
  stepwise_registry_readable: UP,
  stepwise_audit_events: '0+1x90',
  stepwise_jobs_oldest_due_seconds: '0x90',
  stepwise_back_up_timestamp_seconds: '0+60x90',
  [disk]: '90x90',
  [size]: '100x90',
};

export const alertCases: Record<string, AlertCase> = {
  AnswersFail: {
    fires: [
      { stepwise_server_errors_total: '0+6x90', [requests()]: '0+600x90' },
      // Four of five at night.
      { stepwise_server_errors_total: '0x30 1x5 2x5 3x5 4x60', [requests()]: '0x30 1x5 2x5 4x5 5x60' },
    ],
    silent: [
      { stepwise_server_errors_total: '0x40 1x60', [requests()]: '0x40 1x60' },
      { stepwise_server_errors_total: '0+1x90', [requests()]: '0+1000x90' },
    ],
  },
  AnswersAreSlow: {
    fires: [
      {
        [bucket('0.5')]: '0+40x90',
        [bucket('1')]: '0+50x90',
        [bucket('+Inf')]: '0+50x90',
        [requests()]: '0+50x90',
      },
    ],
    // One export at night.
    silent: [
      {
        [bucket('0.5')]: '0x90',
        [bucket('1')]: '0x30 1x60',
        [bucket('+Inf')]: '0x30 1x60',
        [requests()]: '0x30 1x60',
      },
    ],
  },
  PublicAddressFails: {
    fires: [{ [probe('success')]: '1x50 0x40' }, {}],
    silent: [{ [probe('success')]: UP }, { [probe('success')]: '1x59 0 1x60' }],
  },
  CertificateEndsSoon: {
    fires: [{ [probe('ssl_earliest_cert_expiry')]: `${2 * DAY_S}x90` }],
    silent: [{ [probe('ssl_earliest_cert_expiry')]: `${10 * DAY_S}x90` }],
  },
  CertificateNotRenewed: {
    fires: [{ [probe('ssl_earliest_cert_expiry')]: `${10 * DAY_S}x90` }],
    silent: [{ [probe('ssl_earliest_cert_expiry')]: `${30 * DAY_S}x90` }],
  },
  ReplicaMissing: {
    fires: [
      { [replica('a')]: UP, [replica('b')]: '1x50 0x40', [replica('c')]: UP },
      { [replica('a')]: UP, [replica('b')]: UP },
      {},
    ],
    silent: [{ [replica('a')]: UP, [replica('b')]: UP, [replica('c')]: '1x59 0 1x60' }],
  },
  DatabaseUnreachable: {
    fires: [
      {
        'stepwise_database_up{instance="a"}': '1x50 0x40',
        'stepwise_database_up{instance="b"}': '1x50 0x40',
      },
    ],
    silent: [{ 'stepwise_database_up{instance="a"}': '1x50 0x40', 'stepwise_database_up{instance="b"}': UP }],
  },
  ConnectionsWait: {
    fires: [{ 'stepwise_database_waiting{pool="orm"}': '0x50 3x40' }],
    silent: [{ 'stepwise_database_waiting{pool="orm"}': '0x58 3 0x40' }],
  },
  ReplicaIsBusy: {
    fires: [{ 'process_cpu_seconds_total{job="api",instance="a"}': '0+58x90' }],
    silent: [{ 'process_cpu_seconds_total{job="api",instance="a"}': '0+20x90' }],
  },
  ReplicaGrows: {
    fires: [{ 'process_resident_memory_bytes{job="api",instance="a"}': '700000000x90' }],
    silent: [{ 'process_resident_memory_bytes{job="api",instance="a"}': '300000000x90' }],
  },
  MailFails: {
    fires: [
      // None was ever sent since the start; tried again each quarter of an hour.
      { [mail('sent')]: '0x200', [mail('failed')]: '0x15 1x15 2x15 3x15 4x15 5x60' },
      { [mail('sent')]: '9x200', [mail('failed')]: '0x15 1x15 2x15 3x15 4x15 5x60' },
    ],
    silent: [
      // One message that the server rejects, tried again and again.
      { [mail('sent')]: '9x200', [mail('failed')]: '0x200', [mail('rejected')]: '0x15 1x15 2x15 3x15 4x60' },
      // The server was away once, and the message went with the next try.
      { [mail('sent')]: '0x50 1x90', [mail('failed')]: '0x49 1x90' },
      { [mail('sent')]: '0x200', [mail('failed')]: '0x200' },
    ],
    at: '85m',
  },
  JobsAreLate: {
    fires: [{ stepwise_jobs_oldest_due_seconds: '0x30 0+60x60' }],
    silent: [{ stepwise_jobs_oldest_due_seconds: '0x55 20x60' }],
  },
  JobsFailed: {
    fires: [
      { 'stepwise_jobs{job="nightly",state="failed"}': '0x50 1x90' },
      { 'stepwise_jobs{job="send-warning-notice",state="stuck"}': '0x50 1x90' },
    ],
    silent: [{ 'stepwise_jobs{job="send-password-reset",state="retry"}': '0x50 1x90' }],
  },
  PagesNotRendered: {
    fires: [
      { [renders('rendered')]: '0+4x90', [renders('threw')]: '0+2x90' },
      // No renderer, and few people at night.
      { [renders('rendered')]: '9x90', [renders('failed')]: '0x20 1x10 2x10 3x50' },
    ],
    silent: [
      { [renders('rendered')]: '0+4x90', [renders('busy')]: '0+0.5x90' },
      // One page of a person at night.
      { [renders('rendered')]: '0x50 1x90', [renders('threw')]: '0x20 1x10 2x10 3x50' },
      { [renders('rendered')]: '0x90', [renders('failed')]: '0x20 1x90' },
    ],
  },
  ReleaseFails: {
    // The first that is ever heard of a release.
    fires: [{ 'stepwise_release_failed_sessions_recent{package="mf-plan",version="1"}': '_x58 5x90' }],
    silent: [{ 'stepwise_release_failed_sessions_recent{package="mf-plan",version="1"}': '0x50 2x90' }],
  },
  RegistryUnreadable: {
    fires: [
      {
        'stepwise_registry_readable{instance="a"}': '1x50 0x90',
        'stepwise_registry_readable{instance="b"}': UP,
      },
    ],
    silent: [{ 'stepwise_registry_readable{instance="a"}': UP }],
  },
  PasswordsAreGuessed: {
    fires: [{ [requests('/api/login-user/', 429)]: '0x50 0+5x90' }],
    silent: [
      { [requests('/api/login-user/', 429)]: '0x50 3x90' },
      { [requests('/api/login-user/', 403)]: '0+9x90' },
    ],
  },
  AuditLogShrank: {
    fires: [
      { 'stepwise_audit_events{instance="a"}': '100x30 60x90' },
      // It has grown beyond what it held, and no one has looked yet.
      { 'stepwise_audit_events{instance="a"}': '100x10 60+5x90' },
    ],
    silent: [
      { 'stepwise_audit_events{instance="a"}': '0+1x90' },
      // A replica that was asked later has ended.
      {
        'stepwise_audit_events{instance="a"}': '10+1x40 stale',
        'stepwise_audit_events{instance="b"}': '8+1x90',
      },
      {},
    ],
  },
  AuditLogBroken: {
    fires: [{ stepwise_audit_log_fault: '0x50 1x90' }],
    silent: [{ stepwise_audit_log_fault: '0x90' }],
  },
  ContentDiffers: {
    fires: [{ 'stepwise_content{version="a"}': UP, 'stepwise_content{version="b"}': UP }],
    silent: [{ 'stepwise_content{version="a"}': '1x58 stale', 'stepwise_content{version="b"}': '_x56 1x90' }],
  },
  MeasuresMissing: {
    fires: [{ ...measured, 'up{job="node"}': '1x40 0x60' }, { ...measured, [disk]: '90x30 stale' }, {}],
    silent: [{ ...measured, 'up{job="node"}': UP }],
  },
  BackUpIsOld: {
    fires: [{ stepwise_back_up_timestamp_seconds: `${-27 * HOUR_S}x90` }],
    silent: [{ stepwise_back_up_timestamp_seconds: `${-24 * HOUR_S}x90` }],
  },
  BackUpIsBroken: {
    fires: [{ stepwise_back_up_fault: '0x50 1x90' }],
    silent: [{ stepwise_back_up_fault: '0x90' }],
  },
  BackUpNotVerified: {
    fires: [{ stepwise_back_up_verified_timestamp_seconds: `${-10 * DAY_S}x90` }],
    silent: [{ stepwise_back_up_verified_timestamp_seconds: `${-7 * DAY_S}x90` }],
    at: '80m',
  },
  AuditLogNotVerified: {
    fires: [{ stepwise_audit_log_verified_timestamp_seconds: `${-3 * DAY_S}x90` }],
    silent: [{ stepwise_audit_log_verified_timestamp_seconds: `${-1 * DAY_S}x90` }],
    at: '80m',
  },
  DiskFills: {
    fires: [
      { [disk]: '10x90', [size]: '100x90' },
      { [disk]: '9000-100x90', [size]: '10000x90' },
    ],
    silent: [
      { [disk]: '50x90', [size]: '100x90' },
      {
        'node_filesystem_avail_bytes{fstype="tmpfs"}': '0x90',
        'node_filesystem_size_bytes{fstype="tmpfs"}': '1x90',
      },
    ],
  },
  DiskIsFull: {
    fires: [{ [disk]: '4x90', [size]: '100x90' }],
    silent: [{ [disk]: '10x90', [size]: '100x90' }],
  },
  AlertsNotSent: {
    fires: [{ 'alertmanager_notifications_failed_total{integration="email"}': '0x40 0+1x90' }],
    silent: [{ 'alertmanager_notifications_failed_total{integration="email"}': '3x90' }],
  },
  Watchdog: { fires: [{}], silent: [] },
  NoLeader: {
    fires: [everyMember('primary', ['1x50 0x40', '0x90', '0x90']), {}],
    silent: [everyMember('primary', ['1x50 0x40', '0x50 1x40', '0x90'])],
  },
  NoSynchronousStandby: {
    fires: [everyMember('sync_standby', ['0x90', '1x50 0x40', '0x90'])],
    silent: [everyMember('sync_standby', ['0x90', '1x90', '0x90'])],
  },
  MemberMissing: {
    fires: [everyMember('postgres_running', [UP, UP, '1x40 stale'])],
    silent: [everyMember('postgres_running', [UP, UP, UP])],
  },
  ProxyFindsNoLeader: {
    fires: [
      {
        'haproxy_server_status{instance="a",proxy="postgres",server="postgres-1",state="UP"}': '1x50 0x40',
        'haproxy_server_status{instance="a",proxy="postgres",server="postgres-2",state="UP"}': '0x90',
        'haproxy_server_status{instance="b",proxy="postgres",server="postgres-1",state="UP"}': UP,
      },
    ],
    silent: [
      {
        'haproxy_server_status{instance="a",proxy="postgres",server="postgres-1",state="UP"}': UP,
        'haproxy_server_status{instance="a",proxy="postgres",server="postgres-2",state="UP"}': '0x90',
      },
    ],
  },
  EtcdMemberMissing: {
    fires: [
      {
        'up{job="etcd",instance="1"}': UP,
        'up{job="etcd",instance="2"}': UP,
        'up{job="etcd",instance="3"}': '1x40 0x50',
      },
      {},
    ],
    silent: [
      {
        'up{job="etcd",instance="1"}': UP,
        'up{job="etcd",instance="2"}': UP,
        'up{job="etcd",instance="3"}': UP,
      },
    ],
  },
  EtcdHasNoLeader: {
    fires: [{ 'etcd_server_has_leader{instance="1"}': '1x50 0x40' }],
    silent: [{ 'etcd_server_has_leader{instance="1"}': UP }],
  },
  ArchiveFails: {
    fires: [{ 'stepwise_database_archive_failing{instance="a"}': '0x40 1x50' }],
    silent: [{ 'stepwise_database_archive_failing{instance="a"}': '0x57 1 0x50' }],
  },
  ArchiveBackUpIsOld: {
    fires: [{ stepwise_pgbackrest_timestamp_seconds: `${-27 * HOUR_S}x90` }, {}],
    silent: [{ stepwise_pgbackrest_timestamp_seconds: `${-24 * HOUR_S}x90` }],
    at: '85m',
  },
};
