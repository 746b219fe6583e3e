import { m } from '#i18n/messages.js';
import { atBegin } from '#kit/endpoint/field-labels.ts';
import type { ChangeOp } from '#modules/catalog/changes/change.states.ts';
import type { ObjectKind } from '#modules/catalog/objects/object-kinds.ts';
import { KIND_NAMES } from '#modules/catalog/objects/kind-names.ts';

export const OPS: Readonly<Record<ChangeOp, () => string>> = {
  create: m.office_change_op_create,
  update: m.office_change_op_update,
  end: m.office_change_op_end,
  remove: m.office_change_op_remove,
  move: m.office_change_op_move,
};

export const kindText = (kind: ObjectKind): string => atBegin(KIND_NAMES[kind].one());
