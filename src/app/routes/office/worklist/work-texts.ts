import { m } from '#i18n/messages.js';
import { MATTER_KINDS } from '#modules/billing/worklist/matter.states.ts';
import type { WorkKind } from '#modules/office/worklist/work-kinds.ts';
import { workFacts } from '#modules/office/worklist/work-kinds.ts';
import type { WorkItem } from '#modules/office/worklist/worklist.contract.ts';
import { mailKindText } from '#modules/office/mails/mail-list.ts';
import { matterTexts } from '#app/routes/office/money/matter-texts.ts';

/** The kind of the entry, or of its money matter. */
export function workName({ kind, topic }: Pick<WorkItem, 'kind' | 'topic'>): string {
  const matter = kind === 'money_matter' ? MATTER_KINDS.find((one) => one === topic) : undefined;
  return matter ? matterTexts[matter].name() : workFacts(kind).name();
}

function topicText(kind: WorkKind, topic: string): string | null {
  if (kind === 'mail' || kind === 'returned_mail') return mailKindText(topic);
  return kind === 'application' || kind === 'season_check' ? topic : null;
}

/** Contract, route and school, and what the kind adds: the kind of an email, the sentence of a check. */
export function detailText({ kind, topic, detail }: WorkItem): string {
  return [topic && topicText(kind, topic), detail].filter(Boolean).join(', ');
}

export const kindName = (kind: WorkKind): string => workFacts(kind).name();

export function daysText({ days, tone }: Pick<WorkItem, 'days' | 'tone'>): string {
  const text = workDaysText(days);
  if (tone === 'red') return m.office_work_red({ days: text });
  return tone === 'amber' ? m.office_work_amber({ days: text }) : text;
}

function workDaysText(n: number): string {
  if (n === 0) return m.office_work_today();
  return n === 1 ? m.office_work_one_day() : m.office_work_days({ n });
}
