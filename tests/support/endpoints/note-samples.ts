import type { PlayerFamily, Players } from './players.ts';
import type { CallSample } from './sample.ts';

const aNote = { text: 'Calls after six.', is_pinned: true };

async function aKeptNote({ user_id }: PlayerFamily, { staff }: Players): Promise<{ id: number }> {
  const body = { ...aNote, student_id: null };
  const { items } = await staff.call('POST', `/admin/parents/${user_id}/notes`, body);
  return { id: items[0].id };
}

export const noteSamples: Record<string, CallSample> = {
  listNotes: {
    send: ({ user_id }) => ({ params: { id: user_id } }),
    ids: { 'params.id': 'staff' },
    impersonator: 403,
  },
  addNote: {
    send: ({ user_id, student_id }) => ({ params: { id: user_id }, body: { ...aNote, student_id } }),
    ids: { 'params.id': 'staff', 'body.student_id': 'staff' },
    impersonator: 403,
  },
  changeNote: {
    send: async (family, cast) => ({
      params: await aKeptNote(family, cast),
      body: { text: 'Calls before six.', is_pinned: false },
    }),
    ids: { 'params.id': 'staff' },
    impersonator: 403,
  },
  removeNote: {
    send: async (family, cast) => ({ params: await aKeptNote(family, cast) }),
    ids: { 'params.id': 'staff' },
    impersonator: 403,
  },
};
