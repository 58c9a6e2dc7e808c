-- The schema of version 1.0.0: tables, what refers to what, indexes, functions and triggers.

create table activity (
  id serial,
  participant_id uuid not null,
  text varchar(200) not null,
  removed_at timestamptz(3),
  constraint activity_pkey primary key (id)
);

create table address_confirmation (
  participant_id uuid not null,
  email varchar(254) not null,
  token_hash varchar(64) not null,
  expires_at timestamptz(3) not null,
  confirmed_at timestamptz(3),
  constraint address_confirmation_pkey primary key (participant_id),
  constraint address_confirmation_token_hash_unique unique (token_hash)
);

create table adverse_event (
  id uuid not null,
  participant_id uuid not null,
  warning_sign_id uuid,
  voided_at timestamptz(3),
  voided_by uuid,
  void_reason text,
  constraint adverse_event_pkey primary key (id),
  constraint adverse_event_void_reason_check check (void_reason in ('wrong-person', 'duplicate'))
);

create table adverse_event_version (
  id serial,
  event_id uuid not null,
  version smallint not null,
  staff_id uuid not null,
  at timestamptz(3) not null,
  superseded_at timestamptz(3),
  reason varchar(500),
  description varchar(2000) not null,
  source varchar(40) not null,
  criteria jsonb not null,
  severity varchar(40) not null,
  relatedness varchar(40) not null,
  expectedness varchar(40) not null,
  outcome varchar(40) not null,
  action varchar(40) not null,
  onset date not null,
  ended date,
  aware_at timestamptz(3) not null,
  reported_at timestamptz(3),
  signed_by uuid,
  signed_at timestamptz(3),
  ethics_reported_at timestamptz(3),
  term varchar(200) not null default '',
  term_code varchar(20) not null default '',
  concomitant varchar(1000) not null default '',
  constraint adverse_event_version_pkey primary key (id),
  constraint adverse_event_version_event_id_version_unique unique (event_id, version)
);

create table allocation (
  id serial,
  participant_id uuid,
  stratum varchar(20) not null,
  position int not null,
  arm text not null,
  drawn_at timestamptz(3) not null,
  constraint allocation_pkey primary key (id),
  constraint allocation_participant_id_unique unique (participant_id),
  constraint allocation_stratum_position_unique unique (stratum, "position"),
  constraint allocation_arm_check check (arm in ('reduction', 'usual-care'))
);

create table allocation_counter (
  stratum varchar(20) not null,
  taken int not null default 0,
  constraint allocation_counter_pkey primary key (stratum)
);

create table allocation_seed (
  only_row boolean not null default true,
  fingerprint varchar(64) not null,
  constraint allocation_seed_pkey primary key (only_row),
  constraint allocation_seed_only_row_check check (only_row)
);

create table audit_event (
  id serial,
  at timestamptz(3) not null,
  type varchar(60) not null,
  actor varchar(60) not null,
  on_behalf_of uuid,
  subject uuid,
  request_id varchar(64) not null,
  values_hash varchar(64) not null,
  previous_hash varchar(64) not null,
  hash varchar(64) not null,
  constraint audit_event_pkey primary key (id)
);

create table audit_head (
  id serial,
  event_id int not null,
  hash varchar(64) not null,
  signed_at timestamptz(3) not null,
  public_key varchar(43) not null,
  signature varchar(86) not null,
  constraint audit_head_pkey primary key (id)
);

create table audit_head_mailing (
  mailed_at timestamptz(3) not null,
  constraint audit_head_mailing_pkey primary key (mailed_at)
);

create table audit_values (
  event_id int not null,
  salt varchar(32) not null,
  before jsonb,
  after jsonb,
  constraint audit_values_pkey primary key (event_id)
);

create table baseline (
  participant_id uuid not null,
  medicine int not null,
  dose int not null,
  duration int not null,
  saved_at timestamptz(3) not null,
  constraint baseline_pkey primary key (participant_id)
);

create table canary_session (
  package varchar(64) not null,
  version varchar(80) not null,
  session varchar(64) not null,
  at timestamptz(3) not null,
  constraint canary_session_pkey primary key (package, version, session)
);

create table closure (
  id serial,
  participant_id uuid not null,
  reason text not null,
  closed_on date not null,
  closed_at timestamptz(3) not null,
  closed_by uuid not null,
  reopened_at timestamptz(3),
  reopened_by uuid,
  constraint closure_pkey primary key (id),
  constraint closure_reason_check check (reason in ('lost', 'died', 'ended'))
);

create table consent (
  id serial,
  participant_id uuid not null,
  text_hash varchar(64) not null,
  future_contact boolean not null,
  agreed_at timestamptz(3) not null,
  constraint consent_pkey primary key (id)
);

create table consent_answer (
  id serial,
  participant_id uuid not null,
  text_hash varchar(64) not null,
  demand text not null,
  answer text not null,
  answered_at timestamptz(3) not null,
  constraint consent_answer_pkey primary key (id),
  constraint consent_answer_answer_check check (answer in ('agreed', 'informed', 'declined')),
  constraint consent_answer_demand_check check (demand in ('required', 'inform'))
);

create table consent_text (
  hash varchar(64) not null,
  version varchar(40) not null,
  article jsonb not null,
  constraint consent_text_pkey primary key (hash)
);

create table contact_attempt (
  id uuid not null,
  participant_id uuid not null,
  months smallint not null,
  channel text not null,
  outcome text not null,
  note varchar(500) not null,
  at timestamptz(3) not null,
  staff_id uuid not null,
  constraint contact_attempt_pkey primary key (id),
  constraint contact_attempt_channel_check check (channel in ('phone', 'email', 'text', 'letter')),
  constraint contact_attempt_outcome_check check (outcome in ('will-do-it', 'needs-help', 'does-not-want', 'message-left', 'not-reached', 'wrong-contact'))
);

create table content_file (
  hash varchar(64) not null,
  text text not null,
  constraint content_file_pkey primary key (hash)
);

create table content_version (
  version varchar(64) not null,
  files jsonb not null,
  first_seen_at timestamptz(3) not null,
  constraint content_version_pkey primary key (version)
);

create table correction (
  id uuid not null,
  participant_id uuid not null,
  kind text not null,
  target varchar(40) not null,
  field varchar(40) not null,
  old_value varchar(40) not null,
  new_value varchar(40) not null,
  reason varchar(500) not null,
  source varchar(500) not null,
  query_id uuid,
  staff_id uuid not null,
  at timestamptz(3) not null,
  constraint correction_pkey primary key (id),
  constraint correction_kind_check check (kind in ('record', 'dose-report', 'follow-up', 'baseline'))
);

create table daily_record (
  id serial,
  participant_id uuid not null,
  date date not null,
  sleep boolean not null,
  mood boolean not null,
  active boolean not null,
  recorded_at timestamptz(3) not null,
  time_zone varchar(64) not null,
  local_date date not null,
  received_at timestamptz(3) not null,
  superseded_at timestamptz(3),
  added_later boolean not null default false,
  constraint daily_record_pkey primary key (id)
);

create table daily_record_activity (
  record_id int not null,
  activity_id int not null,
  constraint daily_record_activity_pkey primary key (record_id, activity_id)
);

create table daily_record_symptom (
  record_id int not null,
  symptom_id int not null,
  redflag boolean not null,
  constraint daily_record_symptom_pkey primary key (record_id, symptom_id)
);

create table daily_reminder (
  participant_id uuid not null,
  hour smallint not null,
  from_day date not null,
  stop_token varchar(43) not null,
  constraint daily_reminder_pkey primary key (participant_id),
  constraint daily_reminder_stop_token_unique unique (stop_token),
  constraint daily_reminder_hour_check check (hour between 0 and 23)
);

create table data_consent_receipt (
  id uuid not null,
  choice text not null,
  chosen_at timestamptz(3) not null,
  carried_out_by text not null default 'participant',
  constraint data_consent_receipt_pkey primary key (id),
  constraint data_consent_receipt_carried_out_by_check check (carried_out_by in ('participant', 'team')),
  constraint data_consent_receipt_choice_check check (choice in ('agree', 'delete', 'anonymous'))
);

create table data_lock (
  id uuid not null,
  participant_id uuid,
  locked_by uuid not null,
  locked_at timestamptz(3) not null,
  hash varchar(64) not null,
  unlocked_by uuid,
  unlocked_at timestamptz(3),
  unlock_reason varchar(500),
  reason varchar(500),
  hash_format smallint not null default 1,
  constraint data_lock_pkey primary key (id)
);

create table data_query (
  id uuid not null,
  participant_id uuid not null,
  about varchar(20) not null,
  day date,
  event_id uuid,
  rule varchar(40),
  state varchar(10) not null,
  raised_at timestamptz(3) not null,
  constraint data_query_pkey primary key (id),
  constraint data_query_participant_id_rule_day_unique unique (participant_id, rule, day)
);

create table data_query_entry (
  id serial,
  query_id uuid not null,
  staff_id uuid,
  at timestamptz(3) not null,
  kind varchar(10) not null,
  text varchar(1000) not null,
  constraint data_query_entry_pkey primary key (id)
);

create table device (
  id uuid not null,
  participant_id uuid not null,
  name varchar(100) not null,
  key_hash varchar(64),
  generation int not null default 0,
  rotated_at timestamptz(3),
  logged_in_at timestamptz(3) not null,
  last_used_at timestamptz(3) not null,
  expires_at timestamptz(3) not null,
  ended_at timestamptz(3),
  constraint device_pkey primary key (id),
  constraint device_key_hash_unique unique (key_hash)
);

create table dose_question (
  id uuid not null,
  participant_id uuid not null,
  reason text not null,
  day date not null,
  asked_at timestamptz(3) not null,
  closed_at timestamptz(3),
  closed_by uuid,
  constraint dose_question_pkey primary key (id),
  constraint dose_question_reason_check check (reason in ('too-hard', 'talk'))
);

create table dose_report (
  id serial,
  participant_id uuid not null,
  day date not null,
  dose numeric(6,2) not null,
  schedule_id smallint not null,
  prescription_id int,
  planned date,
  kind text not null,
  reported_at timestamptz(3) not null,
  reported_by text,
  stays boolean not null default false,
  stay_until date,
  constraint dose_report_pkey primary key (id),
  constraint dose_report_kind_check check (kind in ('starting', 'step', 'other', 'assumed')),
  constraint dose_report_reported_by_check check (reported_by in ('participant', 'team'))
);

create table email_change_notice (
  id uuid not null,
  participant_id uuid not null,
  email varchar(254) not null,
  changed_at timestamptz(3) not null,
  constraint email_change_notice_pkey primary key (id)
);

create table erased_adverse_events (
  arm text not null,
  serious boolean not null,
  count int not null,
  constraint erased_adverse_events_pkey primary key (arm, serious),
  constraint erased_adverse_events_arm_check check (arm in ('reduction', 'usual-care', 'none'))
);

create table failed_access (
  type varchar(60) not null,
  account uuid not null,
  network varchar(16) not null,
  began_at timestamptz(3) not null,
  count int not null,
  constraint failed_access_pkey primary key (type, account, network, began_at)
);

create table follow_up_done (
  participant_id uuid not null,
  months smallint not null,
  done_on date not null,
  reported_at timestamptz(3) not null,
  reported_by text not null,
  staff_id uuid,
  constraint follow_up_done_pkey primary key (participant_id, months),
  constraint follow_up_done_reported_by_check check (reported_by in ('participant', 'team'))
);

create table follow_up_reminder (
  participant_id uuid not null,
  months smallint not null,
  day smallint not null,
  sent_at timestamptz(3),
  constraint follow_up_reminder_pkey primary key (participant_id, months, day)
);

create table helper (
  participant_id uuid not null,
  kind text not null,
  name varchar(150) not null,
  phone varchar(40) not null,
  email varchar(254) not null default '',
  constraint helper_pkey primary key (participant_id, kind),
  constraint helper_kind_check check (kind in ('doctor', 'support'))
);

create table idempotent_reply (
  participant_id uuid not null,
  key varchar(64) not null,
  path varchar(60) not null,
  status smallint not null,
  body jsonb,
  replied_at timestamptz(3) not null,
  constraint idempotent_reply_pkey primary key (participant_id, key)
);

create table kept_message (
  id serial,
  recipient varchar(254) not null,
  subject varchar(500) not null,
  body text not null,
  kept_at timestamptz(3) not null,
  constraint kept_message_pkey primary key (id)
);

create table linkage (
  id uuid not null,
  lock_id uuid not null,
  started_by uuid not null,
  started_at timestamptz(3) not null,
  reason varchar(500) not null,
  confirmed_by uuid,
  confirmed_at timestamptz(3),
  confirm_reason varchar(500),
  sha256 varchar(64),
  people int,
  constraint linkage_pkey primary key (id),
  constraint linkage_lock_id_unique unique (lock_id)
);

create table message_choice (
  participant_id uuid not null,
  step_messages boolean not null default true,
  declined_on date,
  stop_token varchar(43) not null,
  constraint message_choice_pkey primary key (participant_id),
  constraint message_choice_stop_token_unique unique (stop_token)
);

create table month_reminder (
  address_hash varchar(43) not null,
  email varchar(254) not null,
  due_at timestamptz(3) not null,
  constraint month_reminder_pkey primary key (address_hash)
);

create table open_page (
  id varchar(32) not null,
  shows varchar(2000) not null,
  seen_at timestamptz(3) not null,
  constraint open_page_pkey primary key (id)
);

create table participant (
  id uuid not null,
  first_name varchar(150) not null,
  last_name varchar(150) not null default '',
  email varchar(254),
  phone varchar(40) not null default '',
  password_hash varchar(255),
  start_dose numeric(6,2),
  times_per_day smallint not null default 1,
  home_step smallint not null default 0,
  future_contact boolean not null default false,
  consent_agree boolean not null default false,
  randomise boolean not null default false,
  survey_done boolean not null default false,
  survey_ineligible boolean not null default false,
  acting_done boolean not null default false,
  acting_ineligible boolean not null default false,
  stratum varchar(20),
  predict smallint,
  redcap_link varchar(2000),
  schedule_id smallint,
  data_consent text,
  created_at timestamptz(3) not null,
  questionnaire_confirmed_at timestamptz(3),
  content_version varchar(64),
  last_record date,
  past_steps jsonb not null default '[]',
  next_step_due date,
  awaits_randomisation text,
  held_as_burst boolean not null default false,
  strengths jsonb,
  time_zone varchar(64),
  device_time_zone varchar(64),
  study_id varchar(13) default 'P' || upper(substr(replace(gen_random_uuid()::text, '-', ''), 1, 12)),
  left_plan_on date,
  constraint participant_pkey primary key (id),
  constraint participant_email_unique unique (email),
  constraint participant_study_id_unique unique (study_id),
  constraint participant_awaits_randomisation_check check (awaits_randomisation in ('address', 'team')),
  constraint participant_data_consent_check check (data_consent in ('agree', 'delete', 'anonymous'))
);

create table participant_note (
  id uuid not null,
  participant_id uuid not null,
  staff_id uuid not null,
  at timestamptz(3) not null,
  text varchar(2000) not null,
  constraint participant_note_pkey primary key (id)
);

create table passkey (
  id varchar(1400) not null,
  participant_id uuid,
  staff_id uuid,
  name varchar(100) not null,
  public_key text not null,
  counter bigint not null,
  transports jsonb not null,
  created_at timestamptz(3) not null,
  last_used_at timestamptz(3),
  constraint passkey_pkey primary key (id),
  constraint passkey_owner check ((participant_id is null) <> (staff_id is null))
);

create table password_reset_request (
  id uuid not null,
  email varchar(254) not null,
  requested_at timestamptz(3) not null,
  staff_id uuid,
  constraint password_reset_request_pkey primary key (id)
);

create table password_reset_token (
  token_hash varchar(64) not null,
  participant_id uuid,
  staff_id uuid,
  expires_at timestamptz(3) not null,
  constraint password_reset_token_pkey primary key (token_hash),
  constraint password_reset_token_participant_id_unique unique (participant_id),
  constraint password_reset_token_staff_id_unique unique (staff_id)
);

create table prescription (
  id serial,
  participant_id uuid not null,
  date date not null,
  dose numeric(6,2) not null,
  note varchar(2000) not null default '',
  days smallint not null,
  planned date,
  current boolean not null default false,
  prepare varchar(2000) not null default '',
  prepared_on date,
  talked_on date,
  constraint prescription_pkey primary key (id)
);

create table push_key (
  id smallint not null,
  public_key varchar(100) not null,
  private_key varchar(100) not null,
  constraint push_key_pkey primary key (id),
  constraint push_key_id_check check (id = 1)
);

create table push_subscription (
  device_id uuid not null,
  participant_id uuid not null,
  endpoint varchar(1000) not null,
  p256dh varchar(100) not null,
  auth varchar(40) not null,
  constraint push_subscription_pkey primary key (device_id),
  constraint push_subscription_endpoint_unique unique (endpoint)
);

create table questionnaire_import (
  version int not null,
  sha256 varchar(64) not null,
  codebook varchar(64) not null,
  rows int not null,
  imported_at timestamptz(3) not null,
  imported_by uuid not null,
  constraint questionnaire_import_pkey primary key (version)
);

create table questionnaire_result (
  version int not null,
  participant_id uuid not null,
  months smallint not null,
  completed_on date not null,
  answers jsonb not null,
  constraint questionnaire_result_pkey primary key (version, participant_id, months)
);

create table rate_limit (
  key varchar(255) not null,
  points int not null default 0,
  expire bigint,
  constraint rate_limit_pkey primary key (key)
);

create table recovery_code (
  code_hash varchar(64) not null,
  staff_id uuid not null,
  constraint recovery_code_pkey primary key (code_hash)
);

create table release (
  package varchar(64) not null,
  version varchar(80) not null,
  description jsonb not null,
  published_by varchar(255) not null,
  published_at timestamptz(3) not null,
  constraint release_pkey primary key (package, version)
);

create table release_change (
  revision int not null,
  package varchar(64) not null,
  action text not null,
  live varchar(80),
  canary varchar(80),
  canary_share smallint,
  last_good varchar(80),
  made_by varchar(255) not null,
  made_at timestamptz(3) not null,
  reason varchar(500),
  recalled varchar(80),
  promote_after smallint,
  canary_attested boolean,
  live_attested boolean not null default false,
  constraint release_change_pkey primary key (revision),
  constraint release_change_action_check check (action in ('build', 'release', 'to', 'rollback', 'canary', 'promote', 'withdrawn', 'retire', 'recall')),
  constraint release_change_canary_check check ((canary is null) = (canary_share is null) and (live is not null or (canary is null and last_good is null)))
);

create table release_file (
  package varchar(64) not null,
  version varchar(80) not null,
  path varchar(120) not null,
  content bytea not null,
  constraint release_file_pkey primary key (package, version, path)
);

create table release_report (
  feature varchar(64) not null,
  version varchar(64) not null,
  reporter varchar(64) not null,
  outcome text not null,
  reported_at timestamptz(3) not null,
  error varchar(64),
  frames text,
  constraint release_report_pkey primary key (feature, version, reporter),
  constraint release_report_outcome_check check (outcome in ('failed-to-load', 'failed-to-render', 'failed-in-use', 'hung', 'unknown-call'))
);

create table release_source_map (
  package varchar(64) not null,
  version varchar(80) not null,
  path varchar(120) not null,
  content bytea not null,
  constraint release_source_map_pkey primary key (package, version, path)
);

create table release_use (
  package varchar(64) not null,
  version varchar(80) not null,
  day date not null,
  exposures int not null default 0,
  faults int not null default 0,
  hangs int not null default 0,
  failed_calls int not null default 0,
  paints int not null default 0,
  paint_ms bigint not null default 0,
  constraint release_use_pkey primary key (package, version, day)
);

create table reminder_message (
  participant_id uuid not null,
  local_date date not null,
  kind text not null,
  marked_at timestamptz(3) not null,
  outcome text,
  constraint reminder_message_pkey primary key (participant_id, local_date),
  constraint reminder_message_kind_check check (kind in ('daily', 'last')),
  constraint reminder_message_outcome_check check (outcome in ('sent', 'failed'))
);

create table safety_notice (
  event_id uuid not null,
  kind text not null,
  staff_id uuid not null,
  sent_at timestamptz(3) not null,
  target text not null default 'sponsor',
  constraint safety_notice_pkey primary key (event_id, kind, target, staff_id),
  constraint safety_notice_kind_check check (kind in ('recorded', 'half-way', 'due', 'overdue')),
  constraint safety_notice_target_check check (target in ('sponsor', 'ethics'))
);

create table session (
  key_hash varchar(64) not null,
  data jsonb not null,
  survey_answers jsonb not null default '{}',
  participant_id uuid,
  staff_id uuid,
  expires_at timestamptz(3) not null,
  device_id uuid,
  constraint session_pkey primary key (key_hash)
);

create table setup_answer (
  participant_id uuid not null,
  question_id smallint not null,
  option_id int not null,
  constraint setup_answer_pkey primary key (participant_id, question_id)
);

create table signature (
  id uuid not null,
  participant_id uuid,
  kind text not null,
  target uuid not null,
  staff_id uuid not null,
  name varchar(150) not null,
  meaning varchar(500) not null,
  proof text not null,
  hash varchar(64) not null,
  signed_at timestamptz(3) not null,
  constraint signature_pkey primary key (id),
  constraint signature_kind_check check (kind in ('adverse-event', 'adverse-event-void', 'data-lock', 'data-unlock', 'correction', 'linkage-start', 'linkage')),
  constraint signature_proof_check check (proof in ('password', 'passkey'))
);

create table source_verification (
  id serial,
  participant_id uuid not null,
  kind text not null,
  target varchar(40) not null,
  field varchar(40) not null,
  value varchar(40) not null,
  staff_id uuid not null,
  at timestamptz(3) not null,
  removed_at timestamptz(3),
  constraint source_verification_pkey primary key (id),
  constraint source_verification_kind_check check (kind in ('record', 'dose-report', 'follow-up', 'baseline'))
);

create table staff (
  id uuid not null,
  name varchar(150) not null,
  email varchar(254) not null,
  password_hash varchar(255),
  role text,
  created_at timestamptz(3) not null,
  last_log_in_at timestamptz(3),
  second_factor_since timestamptz(3),
  second_factor_secret varchar(255),
  second_factor_step int,
  roles text[] not null default '{}',
  constraint staff_pkey primary key (id),
  constraint staff_email_unique unique (email),
  constraint staff_role_check check (role in ('researcher', 'manager')),
  constraint staff_roles_check check (roles <@ array['researcher', 'manager', 'investigator', 'monitor', 'statistician', 'allocator', 'blinded-researcher', 'blinded-statistician', 'safety-board']),
  constraint staff_roles_some check (cardinality(roles) > 0)
);

create table step_message (
  participant_id uuid not null,
  step_day date not null,
  kind text not null,
  marked_at timestamptz(3) not null,
  outcome text,
  constraint step_message_pkey primary key (participant_id, step_day, kind),
  constraint step_message_kind_check check (kind in ('announced', 'due')),
  constraint step_message_outcome_check check (outcome in ('sent', 'failed'))
);

create table stop (
  id serial,
  participant_id uuid not null,
  degree text not null,
  reason text not null,
  stopped_on date not null,
  stopped_at timestamptz(3) not null,
  carried_out_by text not null,
  constraint stop_pkey primary key (id),
  constraint stop_carried_out_by_check check (carried_out_by in ('participant', 'team')),
  constraint stop_degree_check check (degree in ('plan', 'contact', 'anonymous')),
  constraint stop_reason_check check (reason in ('none-given', 'health', 'advice', 'effort', 'privacy', 'other'))
);

create table study_id_key (
  only_row boolean not null default true,
  key varchar(64) not null,
  constraint study_id_key_pkey primary key (only_row),
  constraint study_id_key_only_row_check check (only_row)
);
insert into study_id_key (key) values (replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', ''));

create table symptom (
  id serial,
  participant_id uuid not null,
  text varchar(200) not null,
  category text not null,
  redflag boolean not null default false,
  self_harm boolean not null default false,
  removed_at timestamptz(3),
  constraint symptom_pkey primary key (id),
  constraint symptom_category_check check (category in ('sleep', 'mood', 'active'))
);

create table visitor_exclusion (
  month date not null,
  reason text not null,
  visitors int not null,
  constraint visitor_exclusion_pkey primary key (month, reason),
  constraint visitor_exclusion_reason_check check (reason in ('age-or-medicine', 'health', 'life-event', 'other'))
);

create table warning_owner (
  participant_id uuid not null,
  staff_id uuid not null,
  since timestamptz(3) not null,
  constraint warning_owner_pkey primary key (participant_id)
);

create table warning_sign (
  id uuid not null,
  participant_id uuid not null,
  date date not null,
  local_date date not null,
  self_harm boolean not null,
  raised_at timestamptz(3) not null,
  newest_at timestamptz(3) not null,
  closed_at timestamptz(3),
  notified_at timestamptz(3),
  constraint warning_sign_pkey primary key (id),
  constraint warning_sign_participant_id_date_local_date_unique unique (participant_id, date, local_date)
);

create table warning_step (
  id serial,
  sign_id uuid not null,
  staff_id uuid not null,
  at timestamptz(3) not null,
  action varchar(30),
  note varchar(1000),
  constraint warning_step_pkey primary key (id)
);

create table withdrawal (
  subject uuid not null,
  choice text not null,
  at timestamptz(3) not null,
  values_erased_at timestamptz(3),
  constraint withdrawal_pkey primary key (subject),
  constraint withdrawal_choice_check check (choice in ('anonymous', 'delete'))
);

alter table activity add constraint activity_participant_id_foreign foreign key (participant_id) references participant (id) on update cascade on delete cascade;
alter table address_confirmation add constraint address_confirmation_participant_id_foreign foreign key (participant_id) references participant (id) on update cascade on delete cascade;
alter table adverse_event add constraint adverse_event_participant_id_foreign foreign key (participant_id) references participant (id) on update cascade on delete cascade;
alter table adverse_event add constraint adverse_event_warning_sign_id_foreign foreign key (warning_sign_id) references warning_sign(id) on delete set null;
alter table adverse_event_version add constraint adverse_event_version_event_id_foreign foreign key (event_id) references adverse_event(id) on delete cascade;
alter table allocation add constraint allocation_participant_id_foreign foreign key (participant_id) references participant (id) on update cascade on delete set null;
alter table audit_values add constraint audit_values_event_id_foreign foreign key (event_id) references audit_event(id) on update cascade on delete cascade;
alter table baseline add constraint baseline_participant_id_foreign foreign key (participant_id) references participant (id) on update cascade on delete cascade;
alter table closure add constraint closure_participant_id_foreign foreign key (participant_id) references participant (id) on update cascade on delete cascade;
alter table consent add constraint consent_participant_id_foreign foreign key (participant_id) references participant (id) on update cascade on delete cascade;
alter table consent add constraint consent_text_hash_foreign foreign key (text_hash) references consent_text(hash);
alter table consent_answer add constraint consent_answer_participant_id_foreign foreign key (participant_id) references participant (id) on update cascade on delete cascade;
alter table consent_answer add constraint consent_answer_text_hash_foreign foreign key (text_hash) references consent_text(hash);
alter table contact_attempt add constraint contact_attempt_participant_id_foreign foreign key (participant_id) references participant (id) on update cascade on delete cascade;
alter table correction add constraint correction_participant_id_foreign foreign key (participant_id) references participant (id) on update cascade on delete cascade;
alter table correction add constraint correction_query_id_foreign foreign key (query_id) references data_query(id) on delete set null;
alter table daily_record add constraint daily_record_participant_id_foreign foreign key (participant_id) references participant (id) on update cascade on delete cascade;
alter table daily_record_activity add constraint daily_record_activity_activity_id_foreign foreign key (activity_id) references activity(id) on update cascade on delete cascade;
alter table daily_record_activity add constraint daily_record_activity_record_id_foreign foreign key (record_id) references daily_record(id) on update cascade on delete cascade;
alter table daily_record_symptom add constraint daily_record_symptom_record_id_foreign foreign key (record_id) references daily_record(id) on update cascade on delete cascade;
alter table daily_record_symptom add constraint daily_record_symptom_symptom_id_foreign foreign key (symptom_id) references symptom(id) on update cascade on delete cascade;
alter table daily_reminder add constraint daily_reminder_participant_id_foreign foreign key (participant_id) references participant (id) on update cascade on delete cascade;
alter table data_lock add constraint data_lock_participant_id_foreign foreign key (participant_id) references participant (id) on update cascade on delete cascade;
alter table data_query add constraint data_query_participant_id_foreign foreign key (participant_id) references participant (id) on update cascade on delete cascade;
alter table data_query_entry add constraint data_query_entry_query_id_foreign foreign key (query_id) references data_query(id) on delete cascade;
alter table device add constraint device_participant_id_foreign foreign key (participant_id) references participant (id) on update cascade on delete cascade;
alter table dose_question add constraint dose_question_participant_id_foreign foreign key (participant_id) references participant (id) on update cascade on delete cascade;
alter table dose_report add constraint dose_report_participant_id_foreign foreign key (participant_id) references participant (id) on update cascade on delete cascade;
alter table dose_report add constraint dose_report_prescription_id_foreign foreign key (prescription_id) references prescription(id) on update cascade on delete set null;
alter table email_change_notice add constraint email_change_notice_participant_id_foreign foreign key (participant_id) references participant (id) on update cascade on delete cascade;
alter table follow_up_done add constraint follow_up_done_participant_id_foreign foreign key (participant_id) references participant (id) on update cascade on delete cascade;
alter table follow_up_reminder add constraint follow_up_reminder_participant_id_foreign foreign key (participant_id) references participant (id) on update cascade on delete cascade;
alter table helper add constraint helper_participant_id_foreign foreign key (participant_id) references participant (id) on update cascade on delete cascade;
alter table idempotent_reply add constraint idempotent_reply_participant_id_foreign foreign key (participant_id) references participant (id) on update cascade on delete cascade;
alter table linkage add constraint linkage_lock_id_foreign foreign key (lock_id) references data_lock(id);
alter table message_choice add constraint message_choice_participant_id_foreign foreign key (participant_id) references participant (id) on update cascade on delete cascade;
alter table participant_note add constraint participant_note_participant_id_foreign foreign key (participant_id) references participant (id) on update cascade on delete cascade;
alter table passkey add constraint passkey_participant_id_foreign foreign key (participant_id) references participant (id) on update cascade on delete cascade;
alter table passkey add constraint passkey_staff_id_foreign foreign key (staff_id) references staff(id) on update cascade on delete cascade;
alter table password_reset_request add constraint password_reset_request_staff_id_foreign foreign key (staff_id) references staff(id) on update cascade on delete cascade;
alter table password_reset_token add constraint password_reset_token_participant_id_foreign foreign key (participant_id) references participant (id) on update cascade on delete cascade;
alter table password_reset_token add constraint password_reset_token_staff_id_foreign foreign key (staff_id) references staff(id) on update cascade on delete cascade;
alter table prescription add constraint prescription_participant_id_foreign foreign key (participant_id) references participant (id) on update cascade on delete cascade;
alter table push_subscription add constraint push_subscription_device_id_foreign foreign key (device_id) references device(id) on update cascade on delete cascade;
alter table push_subscription add constraint push_subscription_participant_id_foreign foreign key (participant_id) references participant (id) on update cascade on delete cascade;
alter table questionnaire_result add constraint questionnaire_result_participant_id_foreign foreign key (participant_id) references participant (id) on update cascade on delete cascade;
alter table questionnaire_result add constraint questionnaire_result_version_foreign foreign key (version) references questionnaire_import(version);
alter table recovery_code add constraint recovery_code_staff_id_foreign foreign key (staff_id) references staff(id) on update cascade on delete cascade;
alter table release_change add constraint release_change_canary_foreign foreign key (package, canary) references release(package, version);
alter table release_change add constraint release_change_last_good_foreign foreign key (package, last_good) references release(package, version);
alter table release_change add constraint release_change_live_foreign foreign key (package, live) references release(package, version);
alter table release_file add constraint release_file_release_foreign foreign key (package, version) references release(package, version) on delete cascade;
alter table reminder_message add constraint reminder_message_participant_id_foreign foreign key (participant_id) references participant (id) on update cascade on delete cascade;
alter table safety_notice add constraint safety_notice_event_id_foreign foreign key (event_id) references adverse_event(id) on delete cascade;
alter table safety_notice add constraint safety_notice_staff_id_foreign foreign key (staff_id) references staff(id) on update cascade on delete cascade;
alter table session add constraint session_device_id_foreign foreign key (device_id) references device(id) on update cascade on delete cascade;
alter table session add constraint session_participant_id_foreign foreign key (participant_id) references participant (id) on update cascade on delete cascade;
alter table session add constraint session_staff_id_foreign foreign key (staff_id) references staff(id) on update cascade on delete cascade;
alter table setup_answer add constraint setup_answer_participant_id_foreign foreign key (participant_id) references participant (id) on update cascade on delete cascade;
alter table signature add constraint signature_participant_id_foreign foreign key (participant_id) references participant (id) on update cascade on delete cascade;
alter table source_verification add constraint source_verification_participant_id_foreign foreign key (participant_id) references participant (id) on update cascade on delete cascade;
alter table step_message add constraint step_message_participant_id_foreign foreign key (participant_id) references participant (id) on update cascade on delete cascade;
alter table stop add constraint stop_participant_id_foreign foreign key (participant_id) references participant (id) on update cascade on delete cascade;
alter table symptom add constraint symptom_participant_id_foreign foreign key (participant_id) references participant (id) on update cascade on delete cascade;
alter table warning_owner add constraint warning_owner_participant_id_foreign foreign key (participant_id) references participant (id) on update cascade on delete cascade;
alter table warning_owner add constraint warning_owner_staff_id_foreign foreign key (staff_id) references staff(id) on update cascade on delete cascade;
alter table warning_sign add constraint warning_sign_participant_id_foreign foreign key (participant_id) references participant (id) on update cascade on delete cascade;
alter table warning_step add constraint warning_step_sign_id_foreign foreign key (sign_id) references warning_sign(id) on delete cascade;

create index activity_participant_id_index on activity (participant_id);
create index adverse_event_participant_id_index on adverse_event (participant_id);
create index adverse_event_warning_sign_id_index on adverse_event (warning_sign_id);
create index audit_event_actor_id_index on audit_event (actor, id);
create index audit_event_at_id_index on audit_event (at, id);
create index audit_event_subject_id_index on audit_event (subject, id);
create index audit_event_type_id_index on audit_event (type, id);
create index closure_participant_id_index on closure (participant_id);
create index consent_answer_participant_id_index on consent_answer (participant_id);
create index consent_participant_id_index on consent (participant_id);
create index contact_attempt_participant_id_index on contact_attempt (participant_id);
create index correction_participant_id_index on correction (participant_id);
create index correction_query_id_index on correction (query_id);
create index daily_record_activity_activity_id_index on daily_record_activity (activity_id);
create index daily_record_participant_id_date_index on daily_record (participant_id, date);
create index daily_record_symptom_symptom_id_index on daily_record_symptom (symptom_id);
create index data_lock_participant_id_index on data_lock (participant_id);
create index data_query_entry_query_id_index on data_query_entry (query_id);
create index data_query_state_raised_at_index on data_query (state, raised_at);
create index device_expires_at_index on device (expires_at);
create index device_participant_id_index on device (participant_id);
create index dose_report_participant_id_day_index on dose_report (participant_id, day);
create index dose_report_prescription_id_index on dose_report (prescription_id);
create index email_change_notice_participant_id_index on email_change_notice (participant_id);
create index failed_access_began_at_index on failed_access (began_at);
create index idempotent_reply_replied_at_index on idempotent_reply (replied_at);
create index open_page_seen_at_index on open_page (seen_at);
create index participant_created_at_id_index on participant (created_at, id);
create index participant_note_participant_id_index on participant_note (participant_id);
create index passkey_participant_id_index on passkey (participant_id);
create index passkey_staff_id_index on passkey (staff_id);
create index password_reset_request_staff_id_index on password_reset_request (staff_id);
create index prescription_participant_id_index on prescription (participant_id);
create index push_subscription_participant_id_index on push_subscription (participant_id);
create index questionnaire_result_participant_id_index on questionnaire_result (participant_id);
create index recovery_code_staff_id_index on recovery_code (staff_id);
create index release_change_package_revision_index on release_change (package, revision);
create index session_device_id_index on session (device_id);
create index session_expires_at_index on session (expires_at);
create index session_participant_id_index on session (participant_id);
create index session_staff_id_index on session (staff_id);
create index signature_kind_target_index on signature (kind, target);
create index signature_participant_id_index on signature (participant_id);
create index source_verification_participant_id_index on source_verification (participant_id);
create index stop_participant_id_index on stop (participant_id);
create index symptom_participant_id_index on symptom (participant_id);
create index warning_owner_staff_id_index on warning_owner (staff_id);
create index warning_sign_closed_at on warning_sign (closed_at) where closed_at is not null;
create index warning_sign_local_date_participant_id_index on warning_sign (local_date, participant_id);
create index warning_sign_waiting on warning_sign (raised_at) where closed_at is null;
create index warning_step_sign_id_index on warning_step (sign_id);
create unique index daily_record_in_force_day on daily_record (participant_id, local_date, date) where superseded_at is null;
create unique index dose_question_open on dose_question (participant_id, reason) where closed_at is null;

create function audit_event_hash(event audit_event) returns text language sql stable as $$
select encode(sha256(convert_to('[' || concat_ws(',',
    to_json(event.previous_hash), to_json(to_char(event.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')),
    to_json(event.type), to_json(event.actor), coalesce(to_json(event.on_behalf_of)::text, 'null'),
    coalesce(to_json(event.subject)::text, 'null'), to_json(event.request_id), to_json(event.values_hash)
  ) || ']', 'UTF8')), 'hex')
$$;

create function audit_instant(given timestamptz, last timestamptz) returns timestamptz language sql set search_path = pg_catalog, pg_temp as $$ select greatest(date_trunc('milliseconds', clock_timestamp()), last) $$;

create function append_audit_events(events jsonb) returns void language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if exists (
    select from jsonb_array_elements(events) event
    where event->>'type' in ('data-consent.chosen', 'audit.clock-guarded')
  ) then
    raise exception 'only the database itself writes this event' using errcode = '42501';
  end if;
  perform chain_audit_events(events);
end
$$;
revoke all on function append_audit_events(events jsonb) from public;

create function chain_audit_events(events jsonb) returns void language plpgsql set search_path = public, pg_temp as $$
declare
  given record;
  event audit_event;
begin
  perform pg_advisory_xact_lock(724002);
  select hash, at into event.hash, event.at from audit_event order by id desc limit 1;
  event.hash := coalesce(event.hash, repeat('0', 64));
  for given in
    select * from jsonb_to_recordset(events) as fields (at timestamptz(3), type text, actor text,
      "onBehalfOf" uuid, subject uuid, "requestId" text, "valuesHash" text, salt text, before jsonb, after jsonb)
  loop
    event.previous_hash := event.hash;
    event.at := audit_instant(given.at, event.at);
    event.type := given.type;
    event.actor := given.actor;
    event.on_behalf_of := given."onBehalfOf";
    event.subject := given.subject;
    event.request_id := given."requestId";
    event.values_hash := given."valuesHash";
    event.hash := audit_event_hash(event);
    insert into audit_event (at, type, actor, on_behalf_of, subject, request_id, values_hash, previous_hash, hash)
      values (event.at, event.type, event.actor, event.on_behalf_of, event.subject, event.request_id,
        event.values_hash, event.previous_hash, event.hash)
      returning id into event.id;
    insert into audit_values (event_id, salt, before, after)
      values (event.id, given.salt, given.before, given.after);
  end loop;
end
$$;
revoke all on function chain_audit_events(events jsonb) from public;

create function check_audit_event() returns trigger language plpgsql set search_path = public, pg_temp as $$
declare last record;
begin
  -- What is added without the lock would see an older event as the last.
  perform pg_advisory_xact_lock(724002);
  select id, hash, at into last from audit_event order by id desc limit 1;
  if new.previous_hash <> coalesce(last.hash, repeat('0', 64)) or new.id <= last.id then
    raise exception 'an audit event has to follow the last one';
  end if;
  if new.at > audit_instant(new.at, last.at)
    or (new.at < last.at and new.at <> audit_instant(new.at, last.at)) then
    raise exception 'the instant of an audit event is the database''s';
  end if;
  if new.hash <> audit_event_hash(new) then
    raise exception 'the hash of an audit event has to be that of its row';
  end if;
  return new;
end
$$;

create function check_audit_values() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  if not exists (select from audit_values where event_id = new.id) then
    raise exception 'an audit event needs its values';
  end if;
  return null;
end
$$;

create function erase_audit_values(erased_subject uuid) returns void language plpgsql set search_path = public, pg_temp as $$
begin
  if not exists (select from withdrawal where subject = erased_subject)
    or exists (select from participant where id = erased_subject) then
    raise exception 'values are erased for a recorded withdrawal alone' using errcode = '42501';
  end if;
  update audit_values set salt = '', before = null, after = null
  where event_id in (
    select id from audit_event where subject = erased_subject
      and type not in ('data-consent.chosen', 'data-consent.carried-out')
  );
end
$$;
revoke all on function erase_audit_values(erased_subject uuid) from public;

create function follow_staff_role() returns trigger language plpgsql as $$
begin
  if cardinality(new.roles) = 0
    or (tg_op = 'UPDATE' and new.role is distinct from old.role and new.roles = old.roles) then
    new.roles := array[new.role];
  end if;
  new.role := case when 'manager' = any(new.roles) then 'manager'
    when 'researcher' = any(new.roles) then 'researcher' end;
  return new;
end
$$;

create function keep_own_days() returns trigger language plpgsql as $$
declare in_force daily_record;
begin
  if new.superseded_at is distinct from new.received_at and new.superseded_at is not null then
    return new;
  end if;
  select * into in_force from daily_record r where r.participant_id = new.participant_id
    and r.local_date = new.local_date and r.date = new.date and r.superseded_at is null;
  new.superseded_at := case when in_force.recorded_at > new.recorded_at then new.received_at end;
  if new.superseded_at is null and in_force.id is not null then
    update daily_record set superseded_at = new.received_at where id = in_force.id;
  end if;
  update daily_record r set superseded_at = null
  where r.participant_id = new.participant_id and r.date = new.date and r.local_date <> new.local_date
    and r.superseded_at = new.received_at and not exists (
      select 1 from daily_record other where other.participant_id = r.participant_id
      and other.local_date = r.local_date and other.date = r.date and other.superseded_at is null);
  return new;
end
$$;

create function note_last_record() returns trigger language plpgsql as $$
begin
  update participant p set last_record = newest.day
  from (select distinct participant_id as id from changed) c, lateral (
    select max(r.local_date) as day from daily_record r
    where r.participant_id = c.id and r.superseded_at is null) newest
  where p.id = c.id and p.last_record is distinct from newest.day;
  return null;
end
$$;

create function notify_release_change() returns trigger language plpgsql as $$
begin
  perform pg_notify('release_change', new.revision::text);
  return null;
end
$$;

create function record_withdrawal(withdrawn uuid, choice text, carried_out_by text, chosen_at timestamptz, origin jsonb) returns void language plpgsql security definer set search_path = public, pg_temp as $$
declare salt text := replace(gen_random_uuid()::text, '-', '');
begin
  case choice
    when 'agree' then
      update participant set data_consent = 'agree', consent_agree = false where id = withdrawn;
    when 'anonymous' then
      -- What the external questionnaires hold under the study id must not be connected to what stays here.
      update participant set id = gen_random_uuid(), study_id = null, first_name = '', last_name = '', email = null,
        phone = '', password_hash = null, redcap_link = null, time_zone = null, device_time_zone = null,
        future_contact = false, data_consent = 'anonymous' where id = withdrawn;
    when 'delete' then
      delete from participant where id = withdrawn;
  end case;
  if not found then
    raise exception 'a withdrawal is that of a participant' using errcode = '42501';
  end if;
  insert into data_consent_receipt (id, choice, carried_out_by, chosen_at)
    values (gen_random_uuid(), choice, carried_out_by, least(chosen_at, audit_instant(chosen_at, null)));
  perform chain_audit_events(jsonb_build_array(origin || jsonb_build_object(
    'type', 'data-consent.chosen', 'subject', withdrawn, 'salt', salt,
    'after', jsonb_build_object('choice', choice),
    'valuesHash', encode(sha256(convert_to(
      format('["%s",null,{"choice":"%s"}]', salt, choice), 'UTF8')), 'hex')
  )));
  if choice <> 'agree' then
    insert into withdrawal (subject, choice, at)
      select withdrawn, choice, at from audit_event order by id desc limit 1;
  end if;
end
$$;
revoke all on function record_withdrawal(withdrawn uuid, choice text, carried_out_by text, chosen_at timestamptz, origin jsonb) from public;

create function refuse_audit_change() returns trigger language plpgsql as $$ begin raise exception 'the audit trail only grows'; end $$;

create function refuse_note_change() returns trigger language plpgsql as $$ begin raise exception 'a note is never changed'; end $$;

create constraint trigger audit_event_with_values after insert on audit_event deferrable initially deferred
  for each row execute function check_audit_values();
create trigger audit_event_append_only before delete or update or truncate on audit_event
  for each statement execute function refuse_audit_change();
create trigger audit_event_chained before insert on audit_event
  for each row execute function check_audit_event();
create trigger audit_head_append_only before delete or update or truncate on audit_head
  for each statement execute function refuse_audit_change();
create trigger audit_values_kept before delete or truncate on audit_values
  for each statement execute function refuse_audit_change();
create trigger audit_values_only_emptied before update on audit_values
  for each row when (new.event_id <> old.event_id or new.salt <> '' or new.before is not null or new.after is not null) execute function refuse_audit_change();
create trigger daily_record_last_delete after delete on daily_record referencing old table as changed
  for each statement execute function note_last_record();
create trigger daily_record_last_insert after insert on daily_record referencing new table as changed
  for each statement execute function note_last_record();
create trigger daily_record_last_update after update on daily_record referencing new table as changed
  for each statement execute function note_last_record();
create trigger daily_record_own_days before insert on daily_record
  for each row execute function keep_own_days();
create trigger participant_note_kept before update on participant_note
  for each row when ((new.text <> '' and new.text <> old.text) or new.staff_id <> old.staff_id or new.at <> old.at) execute function refuse_note_change();
create trigger release_change_notified after insert on release_change
  for each row execute function notify_release_change();
create trigger staff_role before insert or update on staff
  for each row execute function follow_staff_role();

-- The job queue fills its schema itself.
create schema if not exists pgboss;
