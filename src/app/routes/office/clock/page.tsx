import { useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { m } from '#i18n/messages.js';
import { cents } from '#kit/money.ts';
import { addMonthsClamped, formatDate, formatDateWithWeekday, type PlainDate } from '#kit/plain-date.ts';
import {
  moveClock,
  readClock,
  type ClockState,
  type RehearsedDay,
} from '#modules/office/clock/clock.contract.ts';
import { call } from '#app/api/client.ts';
import { useItems } from '#app/api/use-items.ts';
import { Loaded } from '#app/api/loaded.tsx';
import { useAct } from '#app/forms/use-act.ts';
import { PageHead } from '#app/ui/page-head.tsx';
import { useRight } from '#app/auth/use-auth.ts';
import { REHEARSALS } from '#app/routes/office/menu.ts';
import { pageTitle } from '#app/shell/page-title.ts';
import { CLOCK_MOVED } from '#app/shell/sandbox-banner.tsx';
import { Button, LinkButton } from '#app/ui/button.tsx';
import { Money } from '#app/ui/money.tsx';
import { ErrorNotice } from '#app/ui/notice.tsx';
import { Table } from '#app/ui/table.tsx';

export const meta = () => pageTitle(m.office_title_clock());

type ClockMove = { label: string; to: PlainDate | { days: number }; name: string };

function clockMoves({ today, next_due_on }: ClockState): ClockMove[] {
  return [
    { name: 'day', label: m.office_clock_next_day(), to: { days: 1 } },
    ...(next_due_on
      ? [{ name: 'due', label: m.office_clock_next_due({ day: formatDate(next_due_on) }), to: next_due_on }]
      : []),
    { name: 'month', label: m.office_clock_month(), to: addMonthsClamped(today, 1) },
  ];
}

function PassedDays({ days }: { days: readonly RehearsedDay[] }) {
  return (
    <Table
      dense
      caption={m.office_clock_happened()}
      rows={days}
      rowKey={({ day }) => day}
      columns={[
        {
          key: 'day',
          header: m.office_clock_day(),
          narrow: 'title',
          cell: ({ day }) => formatDateWithWeekday(day),
        },
        { key: 'charges', header: m.office_clock_charges(), cell: ({ charges }) => charges },
        {
          key: 'charged',
          header: m.office_clock_charged(),
          cell: ({ charged_cents }) => <Money amount={cents(charged_cents)} />,
        },
        { key: 'declines', header: m.office_clock_declines(), cell: ({ declines }) => declines },
        { key: 'settled', header: m.office_clock_settled(), cell: ({ settled }) => settled },
        { key: 'returned', header: m.office_clock_returned(), cell: ({ returned }) => returned },
        { key: 'mails', header: m.office_clock_mails(), cell: ({ mails }) => mails },
      ]}
    />
  );
}

function useClockMoves() {
  const [name, setName] = useState('');
  const { isBusy, problem, act } = useAct();
  const [moved, setMoved] = useState<ClockState>();
  const queries = useQueryClient();
  const move = ({ name: chosen, to }: ClockMove) => {
    setName(chosen);
    return act(async () => {
      const [after] = await call(moveClock, { body: typeof to === 'string' ? { to } : to });
      setMoved(after);
      await queries.invalidateQueries();
      window.dispatchEvent(new Event(CLOCK_MOVED));
    });
  };
  return { busy: isBusy ? name : '', problem, moved, move };
}

function MoveResult({ moved }: { moved: ClockState }) {
  if (moved.days.length > 0) return <PassedDays days={moved.days} />;
  return <p>{m.office_clock_nothing_happened({ day: formatDate(moved.today) })}</p>;
}

function Mover({ clock }: { clock: ClockState }) {
  const { busy, problem, moved, move } = useClockMoves();
  return (
    <>
      <p className="figures text-xl font-extrabold">{formatDateWithWeekday(clock.today)}</p>
      <p className="mt-1 text-ink-soft">
        {clock.next_due_on
          ? m.office_clock_due_text({ day: formatDate(clock.next_due_on) })
          : m.office_clock_nothing_due()}
      </p>
      <div className="mt-5 flex flex-wrap gap-3">
        {clockMoves(clock).map((clockMove) => (
          <Button
            key={clockMove.name}
            look={clockMove.name === 'day' ? 'primary' : 'secondary'}
            busy={busy === clockMove.name}
            disabled={busy !== ''}
            onClick={() => void move(clockMove)}
          >
            {clockMove.label}
          </Button>
        ))}
      </div>
      <div className="mt-6 grid gap-4" aria-live="polite">
        <ErrorNotice text={problem} />
        {moved && <MoveResult moved={moved} />}
      </div>
    </>
  );
}

/** The sandbox's clock: staff rehearse a season, and all due work happens in order (K1). */
export default function Clock() {
  const clock = useItems(readClock, {});
  const mayRehearse = useRight('company');
  return (
    <>
      <PageHead
        title={m.office_title_clock()}
        actions={
          mayRehearse && (
            <LinkButton look="secondary" to={REHEARSALS}>
              {m.office_clock_rehearse()}
            </LinkButton>
          )
        }
      />
      <p className="mb-5 max-w-read">{m.office_clock_text()}</p>
      <Loaded query={clock} loading={m.office_loading()}>
        {([state]) => state && <Mover clock={state} />}
      </Loaded>
    </>
  );
}
