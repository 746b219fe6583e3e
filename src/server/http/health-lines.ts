import { m } from '#i18n/messages.js';
import { HOUR_MS } from '#kit/durations.ts';
import { faultOfAll, type MailFault } from '#kit/mail-faults.ts';
import type { ClockSkew } from '#platform/clock/clock-skew.ts';
import { ALARM_AFTER_MS } from '#platform/outbox/backlog.ts';
import type { BackupAge } from '#server/scheduled-backup.ts';
import type { HealthKey, HealthLine, HealthState } from '#modules/office/health/health.contract.ts';

export type HealthFacts = {
  version: string;
  disk: { free_mb: number; is_low: boolean };
  clock: ClockSkew;
  backup: BackupAge;
  mail: { waiting: number; oldest_s: number; given_up: number; refused: Partial<Record<MailFault, number>> };
  background: string;
  processor: { name: string; to_do: string[]; closed: string[] };
  collection: string;
  proxy: { trusted: number; sentence: string | null };
  faults: number;
};

const LONG_WAIT_S = ALARM_AFTER_MS / 1_000;
const TOO_LONG_WAIT_S = (4 * HOUR_MS) / 1_000;

const REFUSED: Partial<Record<MailFault, () => string>> = {
  sender: m.office_health_mail_sender,
  login: m.office_health_mail_login,
  server: m.office_health_mail_server,
};

const line = (key: HealthKey, value: string, [state, sentence]: Grade): HealthLine => ({
  key,
  state,
  value,
  sentence,
});

type Grade = readonly [HealthState, string | null];

const GOOD: Grade = ['good', null];

function gradeMail({ oldest_s, given_up, refused }: HealthFacts['mail']): Grade {
  const fault = faultOfAll(refused);
  if (fault) return ['bad', REFUSED[fault]!()];
  if (oldest_s >= TOO_LONG_WAIT_S) return ['bad', m.office_health_mail_old()];
  if (oldest_s >= LONG_WAIT_S) return ['look', m.office_health_mail_old()];
  return given_up > 0 ? ['look', m.office_health_mail_given_up()] : GOOD;
}

/** A nightly backup may be late by hours; after three nights without, something is broken. */
const LATE_H = 30;
const TOO_LATE_H = 78;

function backupLine({ is_on, age_h }: BackupAge): [value: string, grade: Grade] {
  if (!is_on) return [m.office_health_backup_off(), GOOD];
  if (age_h === null) return [m.office_health_backup_none(), ['look', m.office_health_backup_first()]];
  const value = m.office_health_backup({ hours: age_h });
  if (age_h <= LATE_H) return [value, GOOD];
  return [value, [age_h <= TOO_LATE_H ? 'look' : 'bad', m.office_health_backup_late()]];
}

function gradeProcessor({ to_do, closed }: HealthFacts['processor']): Grade {
  if (to_do.length === 0) return GOOD;
  return [closed.length > 0 ? 'bad' : 'look', to_do.join(' ')];
}

/** The lines of the health page, each with a state and what to do. */
export function healthLines(facts: HealthFacts): HealthLine[] {
  const { version, disk, clock, backup, mail, background, processor, collection, proxy, faults } = facts;
  return [
    line('version', version, GOOD),
    line(
      'disk',
      m.office_health_disk({ free: disk.free_mb }),
      disk.is_low ? ['bad', m.office_health_disk_low()] : GOOD,
    ),
    line(
      'clock',
      m.office_health_clock({ seconds: Math.abs(clock.ahead_s) }),
      clock.sentence ? ['bad', clock.sentence] : GOOD,
    ),
    line('backup', ...backupLine(backup)),
    line('mail', m.office_health_mail({ waiting: mail.waiting, given_up: mail.given_up }), gradeMail(mail)),
    line(
      'background',
      background,
      background === 'restarting' ? ['look', m.office_health_background()] : GOOD,
    ),
    line('processor', processor.name, gradeProcessor(processor)),
    line('collection', collection, collection === 'stopped' ? ['bad', m.office_health_collection()] : GOOD),
    line(
      'proxy',
      m.office_health_proxy({ trusted: proxy.trusted }),
      proxy.sentence ? ['bad', proxy.sentence] : GOOD,
    ),
    line('faults', String(faults), faults > 0 ? ['look', m.office_health_faults()] : GOOD),
  ];
}
