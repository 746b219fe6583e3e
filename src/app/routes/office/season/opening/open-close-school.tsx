import { useState } from 'react';
import { m } from '#i18n/messages.js';
import { timeWithZone, weekdayAndDay } from '#kit/local-time.ts';
import { useRight } from '#app/auth/use-auth.ts';
import { useCompanyZone } from '#app/company/use-company-day.ts';
import { Button } from '#app/ui/button.tsx';
import { ConfirmChanges } from '#app/routes/office/season/confirm-changes.tsx';
import type { SchoolOpening } from '#modules/catalog/periods/school-opening.contract.ts';

/** A school in a season, with its hours as instants. */
export type OpenedSchool = SchoolOpening & { id: number; version: number; school: string };

const closeText = ({ school, in_checkout: n }: OpenedSchool) =>
  n === 1 ? m.office_opening_close_one({ school }) : m.office_opening_close_text({ school, n });

/** `now` is the time of the server: the clock of a colleague may be wrong (SE8.3). */
function wordsOf(one: OpenedSchool) {
  const { school, sells, hours } = one;
  return sells
    ? {
        fields: { closes_at: 'now' },
        title: m.office_opening_close_title({ school }),
        description: closeText(one),
        confirmText: m.office_opening_close({ school }),
        doneText: m.office_opening_closed({ school }),
      }
    : {
        fields: { is_active: true, opens_at: 'now', ...(hours === 'after' && { closes_at: null }) },
        title: m.office_opening_open_title({ school }),
        description: m.office_opening_open_text({ school }),
        confirmText: m.office_opening_open({ school }),
        doneText: m.office_opening_opened({ school }),
      };
}

/** `Opens Monday, 03/01/2027, 8:00 AM EST.` and the closing, in company time (SE8.6). */
function HoursText({ one: { opens_at, closes_at } }: { one: OpenedSchool }) {
  const zone = useCompanyZone();
  const at = (instant: string) => ({
    day: weekdayAndDay(zone, new Date(instant)),
    time: timeWithZone(zone, new Date(instant)),
  });
  return (
    <>
      {opens_at && <p>{m.office_opening_opens(at(opens_at))}</p>}
      {closes_at && <p>{m.office_opening_closes(at(closes_at))}</p>}
    </>
  );
}

/** Opens or closes a school now, as a change set (SE8.3). */
export function OpenCloseSchool({ one }: { one: OpenedSchool }) {
  const [isAsked, setAsked] = useState(false);
  const mayWrite = useRight('season_write');
  const { fields, ...words } = wordsOf(one);
  const { id, version, sells } = one;
  return (
    <div className="grid justify-items-start gap-2">
      <HoursText one={one} />
      {mayWrite && (
        <Button look={sells ? 'danger' : 'secondary'} size="small" onClick={() => setAsked(true)}>
          <span>{sells ? m.office_opening_close_now() : m.office_opening_open_now()}</span>{' '}
          <span className="sr-only">{one.school}</span>
        </Button>
      )}
      {isAsked && (
        <ConfirmChanges
          {...words}
          changes={[{ op: 'update', kind: 'period_group', id, version, fields }]}
          onClose={() => setAsked(false)}
        />
      )}
    </div>
  );
}
