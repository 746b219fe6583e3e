import { m } from '#i18n/messages.js';
import { objectFieldLabel } from '#modules/catalog/objects/object-labels.ts';
import { shownFileName } from '#modules/catalog/stored-files.ts';
import type { FoundEffect, Named } from './effect.ts';

/** A changed column of an object that families see or use, with the object's place in words. */
export type ChangedColumn = Named & {
  column: string;
  from: unknown;
  to: unknown;
};

type Told = (place: string) => string;

/** The switches of a school, a program, a route and a season, on and off (SE5.2). */
const SWITCHES: Readonly<Record<string, { on: Told; off: Told }>> = {
  'program_group.is_on_home_page': {
    on: (place) => m.office_effect_home_on({ place }),
    off: (place) => m.office_effect_home_off({ place }),
  },
  'period_program.is_photo_required': {
    on: (place) => m.office_effect_photo_on({ place }),
    off: (place) => m.office_effect_photo_off({ place }),
  },
  'period_program.allow_student_exit_bus_alone': {
    on: (place) => m.office_effect_alone_on({ place }),
    off: (place) => m.office_effect_alone_off({ place }),
  },
  'period_program.has_pickup_location': {
    on: (place) => m.office_effect_pickup_on({ place }),
    off: (place) => m.office_effect_pickup_off({ place }),
  },
  'route.has_pickup_location': {
    on: (place) => m.office_effect_pickup_on({ place }),
    off: (place) => m.office_effect_pickup_off({ place }),
  },
  'route.has_surge_pricing': {
    on: (place) => m.office_effect_surge_on({ place }),
    off: (place) => m.office_effect_surge_off({ place }),
  },
  'period.refund_open': {
    on: (place) => m.office_effect_refund_on({ place }),
    off: (place) => m.office_effect_refund_off({ place }),
  },
  'period.reassign_open': {
    on: (place) => m.office_effect_reassign_on({ place }),
    off: (place) => m.office_effect_reassign_off({ place }),
  },
};

export function switchEffect(kind: string, { place, subject, column, to }: ChangedColumn): FoundEffect[] {
  const told = SWITCHES[`${kind}.${column}`];
  if (!told) return [];
  return [{ kind: 'rule', subject, say: () => (to ? told.on(place) : told.off(place)) }];
}

/** A name, a day, a color or another value that pages and papers show (SE13.1). */
export function seenEffect({ place, subject, column }: ChangedColumn): FoundEffect {
  const field = objectFieldLabel([column.replace(/_id$/, '')]);
  return { kind: 'seen', subject, say: () => m.office_effect_seen({ place, field }) };
}

/** Paths that a school has had, and that staff take back (SE2.7). */
export function oldPathEffects({ place, subject, from, to }: ChangedColumn): FoundEffect[] {
  const [had, has] = [from as readonly string[] | null, to as readonly string[] | null];
  return (had ?? [])
    .filter((path) => !has?.includes(path))
    .map((path) => ({ kind: 'seen', subject, say: () => m.office_effect_old_path({ path, place }) }));
}

/** @param place  the object with its kind, as `News item Opening day` */
export function shownEffect({ place, subject }: Named, isShown: boolean): FoundEffect {
  const say = () => (isShown ? m.office_effect_shown({ place }) : m.office_effect_unseen({ place }));
  return { kind: 'seen', subject, say };
}

/** Codes are told by their program alone: few of the staff read them. */
export const aidCodesEffect = ({ place, subject }: Named): FoundEffect => ({
  kind: 'aid',
  subject,
  say: () => m.office_effect_aid_codes({ place }),
});

export function fileEffect({ subject, from, to }: ChangedColumn): FoundEffect {
  const [old, is] = [from, to].map((name) => (name ? shownFileName(String(name)) : null));
  const say = () => {
    if (!old) return m.office_effect_file_new({ file: is ?? '' });
    if (is === old) return m.office_effect_file_again({ file: old });
    return is ? m.office_effect_file({ file: old, new: is }) : m.office_effect_file_gone({ file: old });
  };
  return { kind: 'files', subject, say };
}

/** @param asked  families in an open checkout, and signed contracts; undefined if nobody accepts the text */
export function textEffect(
  { place, subject, column }: ChangedColumn,
  asked: { families: number; contracts: number } | undefined,
): FoundEffect {
  const text = objectFieldLabel([column]);
  const agreed = `text ${subject.kind} ${subject.id} ${column}`;
  if (!asked) return { kind: 'text', subject, say: () => m.office_effect_text({ place, text }), agreed };
  const { families, contracts } = asked;
  const open =
    families === 1 ? m.office_effect_text_open_one : () => m.office_effect_text_open({ n: families });
  const kept =
    contracts === 1 ? m.office_effect_text_kept_one : () => m.office_effect_text_kept({ n: contracts });
  const say = () =>
    [
      m.office_effect_text_accepted({ place, text }),
      ...(families > 0 ? [open()] : []),
      ...(contracts > 0 ? [kept()] : []),
    ].join(' ');
  return { kind: 'text', subject, say, n: families, agreed };
}
