import { m } from '#i18n/messages.js';
import type { StudentListRow } from '#modules/office/lists/student-list.contract.ts';
import { askForPhoto } from '#modules/orders/staff/ask-for-photo.contract.ts';
import { call } from '#app/api/client.ts';
import type { BulkAct } from '#app/lists/bulk/bulk-act.ts';

/** The list has the contract of its filters; the call knows whether there is another one. */
export const studentActs: readonly BulkAct<StudentListRow>[] = [
  {
    key: 'photo',
    right: 'families',
    label: m.list_act_photo,
    about: m.list_act_photo_about,
    leftOut: ({ has_photo }) => (has_photo ? m.server_photo_there() : undefined),
    act: ({ id }) => call(askForPhoto, { params: { id } }),
  },
];
