import type { APIRequestContext } from '@playwright/test';
import type { FamilyInWizard } from '#tests/support/browser/wizard/prepared-draft.ts';
import type { FastifyInstance } from 'fastify';
import type { Person } from './people.ts';

type SentFile = { who: Person; content: Uint8Array; part?: string; name?: string; type?: string };

/** Sends a file as a browser does, and says what came of it. */
export async function sendFile(
  app: FastifyInstance,
  url: string,
  { who, content, part = 'file', name = 'photo.jpg', type = 'image/jpeg' }: SentFile,
) {
  const form = new FormData();
  form.append(part, new Blob([new Uint8Array(content)], { type }), name);
  const sent = new Response(form);
  const answer = await app.inject({
    method: 'POST',
    url: `/api${url}`,
    payload: Buffer.from(await sent.arrayBuffer()),
    headers: {
      'x-requested-with': 'XMLHttpRequest',
      'content-type': sent.headers.get('content-type')!,
      authorization: `Bearer ${who.tokens.access_token}`,
    },
  });
  const body = answer.json();
  return {
    status: answer.statusCode,
    items: body.items ?? [],
    errors: body.errors ?? [],
    fields: body.field_errors,
  };
}

export async function uploadPhoto(
  app: FastifyInstance,
  { student_id, ...file }: SentFile & { student_id: number },
) {
  const { items, ...answer } = await sendFile(app, `/student/photo/${student_id}`, file);
  return { ...answer, images: items[0]?.images ?? [] };
}

/** Uploads a small picture of one color for a student, as their parent. */
export async function uploadDrawnPhoto(
  api: APIRequestContext,
  { tokens }: FamilyInWizard,
  student_id: number,
): Promise<void> {
  const sharp = (await import('sharp')).default;
  const buffer = await sharp({ create: { width: 300, height: 300, channels: 3, background: '#7aa5c9' } })
    .jpeg()
    .toBuffer();
  const answer = await api.post(`/api/student/photo/${student_id}`, {
    headers: { authorization: `Bearer ${tokens.access_token}`, 'X-Requested-With': 'XMLHttpRequest' },
    multipart: { file: { name: 'chidi.jpg', mimeType: 'image/jpeg', buffer } },
  });
  if (answer.status() !== 200) throw new Error(`the photo was answered with ${answer.status()}`);
}
