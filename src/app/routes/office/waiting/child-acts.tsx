import { useState } from 'react';
import { m } from '#i18n/messages.js';
import {
  offerWaiting,
  prolongWaitingOffer,
  removeWaiting,
  takeWaitingOfferBack,
  type WaitingChild,
} from '#modules/office/waiting/waiting.contract.ts';
import {
  offerShape,
  PROLONG_MAX_HOURS,
  prolongShape,
  reasonShape,
  takeBackShape,
} from '#modules/office/waiting/waiting.shapes.ts';
import { callForOne } from '#app/api/client.ts';
import { useCompanyTime } from '#app/company/use-company-day.ts';
import { FormCheckbox, FormSelect, FormText } from '#app/forms/fields.tsx';
import { Button } from '#app/ui/button.tsx';
import { ActDialog } from './act-dialog.tsx';
import { ActHistory } from './act-history.tsx';
import { passesText } from './waiting-texts.ts';

export type OfChild = {
  child: WaitingChild;
  /** the others on the list of the same route, as far as they are loaded */
  others: readonly WaitingChild[];
  /** the end of an offer that is made now */
  offerEndsAt: string;
  /** no seat of the route is free */
  isFull: boolean;
};

type DialogProps = OfChild & { onClose: () => void };

const named = ({ student }: WaitingChild) => ({ child: student.name });

const isPassed = (child: WaitingChild) => (other: WaitingChild) =>
  other.state === 'waits' && other.id < child.id;

function OfferDialog({ child, others, offerEndsAt, onClose }: DialogProps) {
  const timeText = useCompanyTime();
  const isPaused = child.state === 'paused';
  const names = others.filter(isPassed(child)).map(({ student }) => student.name);
  const until = timeText(offerEndsAt);
  const description = [
    m.office_waiting_offer_text({ ...named(child), until }),
    ...(child.passes > 0 ? [passesText(child.passes)] : []),
  ].join(' ');
  return (
    <ActDialog
      title={m.office_waiting_offer_title(named(child))}
      description={description}
      shape={offerShape}
      defaults={isPaused ? { is_beyond_limit: false } : {}}
      needsReason={child.passes > 0 || isPaused}
      confirmText={m.office_waiting_offer_to(named(child))}
      send={(body, headers) => callForOne(offerWaiting, { params: { id: child.id }, headers, body })}
      doneText={(offered) =>
        m.office_waiting_offer_done({ ...named(child), until: timeText(offered.until ?? '') })
      }
      onClose={onClose}
    >
      <>
        {names.length > 0 && (
          <p className="wrap-anywhere">{m.office_waiting_passes_named({ names: names.join(', ') })}</p>
        )}
        {isPaused && (
          <FormCheckbox
            name="is_beyond_limit"
            label={m.office_waiting_beyond()}
            note={m.office_waiting_beyond_note()}
          />
        )}
      </>
    </ActDialog>
  );
}

function ProlongDialog({ child, onClose }: DialogProps) {
  const timeText = useCompanyTime();
  return (
    <ActDialog
      title={m.office_waiting_prolong_title(named(child))}
      description={m.office_waiting_prolong_text({ until: timeText(child.until ?? '') })}
      shape={prolongShape}
      defaults={{ hours: PROLONG_MAX_HOURS / 2, reason: '' }}
      confirmText={m.office_waiting_prolong_confirm()}
      send={(body, headers) => callForOne(prolongWaitingOffer, { params: { id: child.id }, headers, body })}
      doneText={({ until }) => m.office_waiting_prolong_done({ until: timeText(until ?? '') })}
      onClose={onClose}
    >
      <FormText required name="hours" label={m.office_waiting_hours()} inputMode="numeric" />
    </ActDialog>
  );
}

function TakeBackDialog({ child, others, onClose }: DialogProps) {
  const waiting = others.filter(({ id, state }) => id !== child.id && state === 'waits');
  return (
    <ActDialog
      title={m.office_waiting_take_back_title(named(child))}
      description={m.office_waiting_take_back_text(named(child))}
      shape={takeBackShape}
      defaults={{ reason: '' }}
      confirmText={m.office_waiting_take_back_confirm()}
      isDanger
      send={({ offer_to, ...body }, headers) =>
        callForOne(takeWaitingOfferBack, {
          params: { id: child.id },
          headers,
          body: { ...body, offer_to: offer_to ?? null },
        })
      }
      doneText={() => m.office_waiting_take_back_done()}
      onClose={onClose}
    >
      {waiting.length > 0 && (
        <FormSelect
          name="offer_to"
          label={m.office_waiting_seat_goes()}
          placeholder={m.office_waiting_seat_next()}
          rules={{ setValueAs: (id: string) => id || null }}
          options={waiting.map(({ id, student }) => ({ value: String(id), label: student.name }))}
        />
      )}
    </ActDialog>
  );
}

function RemoveDialog({ child, onClose }: DialogProps) {
  return (
    <ActDialog
      title={m.office_waiting_remove_title(named(child))}
      description={m.office_waiting_remove_text(named(child))}
      shape={reasonShape}
      defaults={{ reason: '' }}
      confirmText={m.office_waiting_remove_confirm(named(child))}
      isDanger
      send={(body, headers) => callForOne(removeWaiting, { params: { id: child.id }, headers, body })}
      doneText={() => m.office_waiting_remove_done(named(child))}
      onClose={onClose}
    />
  );
}

const DIALOGS = { offer: OfferDialog, prolong: ProlongDialog, back: TakeBackDialog, remove: RemoveDialog };

type Opened = keyof typeof DIALOGS;

function OfferButton({ child, isFull, open }: OfChild & { open: () => void }) {
  const isNext = child.passes === 0;
  return (
    <Button
      look="secondary"
      size="small"
      aria-label={
        isNext ? m.office_waiting_offer_of(named(child)) : m.office_waiting_offer_turn_of(named(child))
      }
      disabledReason={isFull ? m.server_no_seat_free({ route: child.route.name }) : undefined}
      onClick={open}
    >
      {isNext ? m.office_waiting_offer() : m.office_waiting_offer_turn()}
    </Button>
  );
}

/** What staff may do for a child on a waiting list (OF6.2, OF6.3). */
export function ChildActs(props: OfChild) {
  const { child } = props;
  const [opened, setOpened] = useState<Opened>();
  const [showsHistory, setShowsHistory] = useState(false);
  const Opened = opened && DIALOGS[opened];
  const isLive = child.state !== 'ended';
  return (
    <span className="flex flex-wrap gap-2 py-1">
      {(child.state === 'waits' || child.state === 'paused') && (
        <OfferButton {...props} open={() => setOpened('offer')} />
      )}
      {child.state === 'offered' && (
        <>
          <Button
            look="secondary"
            size="small"
            aria-label={m.office_waiting_prolong_of(named(child))}
            disabledReason={child.was_prolonged ? m.server_offer_prolonged() : undefined}
            onClick={() => setOpened('prolong')}
          >
            {m.office_waiting_prolong()}
          </Button>
          <Button
            look="secondary"
            size="small"
            aria-label={m.office_waiting_take_back_of(named(child))}
            onClick={() => setOpened('back')}
          >
            {m.office_waiting_take_back()}
          </Button>
        </>
      )}
      {isLive && (
        <Button
          look="quiet"
          size="small"
          aria-label={m.office_waiting_remove_of(named(child))}
          onClick={() => setOpened('remove')}
        >
          {m.office_waiting_remove()}
        </Button>
      )}
      <Button
        look="quiet"
        size="small"
        aria-label={m.office_waiting_history_of(named(child))}
        onClick={() => setShowsHistory(true)}
      >
        {m.office_waiting_history()}
      </Button>
      {Opened && <Opened {...props} onClose={() => setOpened(undefined)} />}
      {showsHistory && (
        <ActHistory
          title={m.office_waiting_history_of(named(child))}
          of={{ student: String(child.student.id) }}
          onClose={() => setShowsHistory(false)}
        />
      )}
    </span>
  );
}
