import { m } from '#i18n/messages.js';
import { HOUR_MS, MINUTE_MS } from '#kit/durations.ts';
import { faultOfAll, type MailFault } from '#kit/mail-faults.ts';
import { ALARM_AFTER_MS } from '#platform/outbox/backlog.ts';
import type { HealthLine } from '#modules/office/health/health.contract.ts';
import type { HealthKey, HealthState } from '#modules/office/health/health.states.ts';
import type { HealthFacts } from './read-facts.ts';

const REFUSED: Partial<Record<MailFault, () => string>> = {
  sender: m.office_health_mail_sender,
  login: m.office_health_mail_login,
  server: m.office_health_mail_server,
};

type Grade = readonly [HealthState, string | null];
type Line = readonly [value: string, grade: Grade];

const GOOD: Grade = ['good', null];

const seconds = (ms: number) => ms / 1_000;
const megabytes = (bytes: number) => Math.round(bytes / 1_000_000);
const hoursSince = ({ now }: HealthFacts, at: Date) => Math.floor((now.getTime() - at.getTime()) / HOUR_MS);

/** The time of the last of something; before the first one, since the start of the portal. */
const hoursWithout = (facts: HealthFacts, at: Date | undefined) => hoursSince(facts, at ?? facts.started_at);

function versionLine({ version, database, started_at }: HealthFacts): Line {
  const value = m.office_health_version({
    version,
    migrations: database.migrations,
    started: started_at.toISOString().slice(0, 16).replace('T', ' '),
  });
  if (database.version === null || database.version === version) return [value, GOOD];
  return [value, ['bad', m.office_health_version_other({ other: database.version })]];
}

function clockLine({ clock: { ahead_s, sentence, is_drifting } }: HealthFacts): Line {
  const value = m.office_health_clock({ seconds: Math.abs(ahead_s) });
  if (sentence) return [value, ['bad', sentence]];
  return [value, is_drifting ? ['look', m.office_health_clock_drifts()] : GOOD];
}

const LONG_TRANSACTION_S = seconds(10 * MINUTE_MS);
const MANY_CONNECTIONS = 0.8;

function databaseLine({ database, sizes }: HealthFacts): Line {
  const { bytes, connections, most_connections, longest_transaction_s } = database;
  const first = sizes.at(-1);
  const value = m.office_health_database({
    size: megabytes(bytes),
    growth: megabytes(first ? bytes - first.database_bytes : 0),
    connections,
    most: most_connections,
  });
  if (longest_transaction_s >= LONG_TRANSACTION_S)
    return [value, ['bad', m.office_health_database_transaction()]];
  const isFull = connections >= most_connections * MANY_CONNECTIONS;
  return [value, isFull ? ['look', m.office_health_database_connections()] : GOOD];
}

/** A nightly backup may be late by hours; after a week without, something is broken. */
const LATE_H = 36;
const TOO_LATE_H = 7 * 24;

/** Before the first backup the hours count since the start: a portal without any does not stay at look. */
function backupLine(facts: HealthFacts): Line {
  const { is_on, is_wanted, at } = facts.backup;
  const hours = hoursWithout(facts, at ?? undefined);
  const state = hours <= TOO_LATE_H ? 'look' : 'bad';
  const late = is_on ? m.office_health_backup_late() : m.office_health_backup_note();
  if (at !== null) return [m.office_health_backup({ hours }), hours <= LATE_H ? GOOD : [state, late]];
  if (!is_on && !is_wanted) return [m.office_health_backup_off(), GOOD];
  const isFirst = is_on && hours <= LATE_H;
  return [m.office_health_backup_none(), [state, isFirst ? m.office_health_backup_first() : late]];
}

const LONG_WAIT_OF_JOB_S = seconds(15 * MINUTE_MS);

function jobsLine({ jobs }: HealthFacts): Line {
  const sum = (of: 'waiting' | 'running' | 'failed') => jobs.reduce((total, job) => total + job[of], 0);
  const value = m.office_health_jobs({
    waiting: sum('waiting'),
    running: sum('running'),
    failed: sum('failed'),
  });
  const dead = jobs.filter(({ is_dead }) => is_dead).map(({ name }) => name);
  if (dead.length > 0) return [value, ['bad', m.office_health_jobs_dead({ jobs: dead.join(', ') })]];
  const isLate = jobs.some(({ oldest_s }) => oldest_s >= LONG_WAIT_OF_JOB_S);
  return [value, isLate ? ['look', m.office_health_jobs_late()] : GOOD];
}

const LONG_WAIT_S = seconds(ALARM_AFTER_MS);
const TOO_LONG_WAIT_S = seconds(4 * HOUR_MS);

function gradeMail({ oldest_s, given_up, refused }: HealthFacts['mail']): Grade {
  const fault = faultOfAll(refused);
  if (fault) return ['bad', REFUSED[fault]!()];
  if (oldest_s >= TOO_LONG_WAIT_S) return ['bad', m.office_health_mail_old()];
  if (oldest_s >= LONG_WAIT_S) return ['look', m.office_health_mail_old()];
  return given_up > 0 ? ['look', m.office_health_mail_given_up()] : GOOD;
}

function mailLine({ mail }: HealthFacts): Line {
  const { waiting, given_up, sent_in_an_hour: sent } = mail;
  return [m.office_health_mail({ waiting, given_up, sent }), gradeMail(mail)];
}

const EVENTS_LATE_H = 6;

function processorLine(facts: HealthFacts): Line {
  const { name, to_do, closed, unresolved, events_read_at } = facts.processor;
  const hours = hoursWithout(facts, events_read_at ?? undefined);
  const value = m.office_health_processor({ name, unresolved });
  if (to_do.length > 0) return [value, [closed.length > 0 ? 'bad' : 'look', to_do.join(' ')]];
  return [value, hours >= EVENTS_LATE_H ? ['look', m.office_health_processor_events({ hours })] : GOOD];
}

const COMPARISON_LATE_H = 36;

function booksLine(facts: HealthFacts): Line {
  const { books } = facts;
  const value = books ? m.office_health_books({ open: books.open_count }) : m.office_health_books_none();
  if (hoursWithout(facts, books?.ended_at) > COMPARISON_LATE_H)
    return [value, ['bad', m.office_health_books_late()]];
  const isOdd = books !== undefined && (books.open_count > 0 || !books.is_whole);
  return [value, isOdd ? ['look', m.office_health_books_look()] : GOOD];
}

const FREE_PERCENT = { look: 20, bad: 5 };

function filesLine({ disk, files_trouble: why, sizes: [newest] }: HealthFacts): Line {
  const { free_mb: free, free_percent: percent, is_low } = disk;
  const counted =
    newest?.files == null
      ? ''
      : m.office_health_files({ files: newest.files, size: megabytes(newest.file_bytes ?? 0) });
  const value = `${counted}${m.office_health_disk({ free, percent })}`;
  if (is_low || percent < FREE_PERCENT.bad) return [value, ['bad', m.office_health_disk_low()]];
  if (why) return [value, ['bad', m.portal_files_fail({ why })]];
  return [value, percent < FREE_PERCENT.look ? ['look', m.office_health_disk_look()] : GOOD];
}

const VERIFIED_LATE_H = 26;

function auditLine(facts: HealthFacts): Line {
  const { audit } = facts;
  const value = audit
    ? m.office_health_audit({ links: Number(audit.detail.chained) })
    : m.office_health_audit_none();
  if (Number(audit?.detail.faults ?? 0) > 0) return [value, ['bad', m.office_health_audit_broken()]];
  const isLate = hoursWithout(facts, audit?.at) > VERIFIED_LATE_H;
  return [value, isLate ? ['look', m.office_health_audit_late()] : GOOD];
}

function keysLine({ keys: { in_use, lost } }: HealthFacts): Line {
  const value = m.office_health_keys({ n: in_use });
  return [value, lost.length > 0 ? ['bad', m.office_health_keys_lost({ keys: lost.join(', ') })] : GOOD];
}

const LINES: Readonly<Record<HealthKey, (facts: HealthFacts) => Line>> = {
  version: versionLine,
  clock: clockLine,
  database: databaseLine,
  backup: backupLine,
  jobs: jobsLine,
  mail: mailLine,
  background: ({ background }) => [
    background,
    background === 'restarting' ? ['look', m.office_health_background()] : GOOD,
  ],
  processor: processorLine,
  collection: ({ collection }) => [
    collection,
    collection === 'stopped' ? ['bad', m.office_health_collection()] : GOOD,
  ],
  books: booksLine,
  files: filesLine,
  audit: auditLine,
  keys: keysLine,
  proxy: ({ proxy: { trusted, sentence } }) => [
    m.office_health_proxy({ trusted }),
    sentence ? ['bad', sentence] : GOOD,
  ],
  faults: ({ faults }) => [String(faults), faults > 0 ? ['look', m.office_health_faults()] : GOOD],
};

/** The lines of the health page, each with a state and what to do (HE1). */
export function healthLines(facts: HealthFacts): HealthLine[] {
  return Object.entries(LINES).map(([key, lineOf]) => {
    const [value, [state, sentence]] = lineOf(facts);
    return { key: key as HealthKey, state, value, sentence };
  });
}
