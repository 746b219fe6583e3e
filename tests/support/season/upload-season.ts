import { readdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { zipSync, type Zippable } from 'fflate';
import type { FastifyInstance } from 'fastify';
import type { Answer, Person } from '#tests/support/app/people.ts';

/** The ZIP of a season file and the files beside, as an office makes the ZIP. */
export async function zipOfSeason(path: string, more: Zippable = {}): Promise<Buffer> {
  const files: Zippable = { 'season.json': await readFile(path) };
  const beside = join(dirname(path), 'files');
  for (const entry of await readdir(beside, { withFileTypes: true, recursive: true })) {
    const from = join(entry.parentPath, entry.name);
    const name = from.slice(beside.length + 1).replaceAll('\\', '/');
    if (entry.isFile()) files[`files/${name}`] = [await readFile(from), { level: 0 }];
  }
  return Buffer.from(zipSync({ ...files, ...more }, { level: 1 }));
}

/** A season file in a form, as the page sends the file. */
export function formOfSeason(content: Uint8Array): FormData {
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(content)]), 'season.zip');
  return form;
}

/** Uploads a season as the page does. */
export async function uploadSeason(
  app: FastifyInstance,
  staff: Person,
  content: Uint8Array,
): Promise<Answer> {
  const sent = new Response(formOfSeason(content));
  const answer = await app.inject({
    method: 'POST',
    url: '/api/admin/season-imports',
    payload: Buffer.from(await sent.arrayBuffer()),
    headers: {
      'x-requested-with': 'XMLHttpRequest',
      'content-type': sent.headers.get('content-type')!,
      authorization: `Bearer ${staff.tokens.access_token}`,
    },
  });
  const { items = [], errors = [], field_errors = {}, data = {} } = answer.json();
  return { status: answer.statusCode, items, errors, fields: field_errors, data };
}
