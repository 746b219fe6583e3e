import type { FastifyInstance } from 'fastify';
import sharp from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import { aFamily, type Person } from '#tests/support/app/people.ts';
import { badSamples, goodSamples, SECRETS, type Sample } from '#tests/support/corpora/photo-corpus.ts';
import { aStudentForm } from '#tests/support/forms/student-form.ts';
import { openTestApp } from '#tests/support/app/test-app.ts';
import { uploadPhoto } from '#tests/support/app/upload-photo.ts';

let app: FastifyInstance;
let family: Person;
let student_id: number;

beforeAll(async () => {
  ({ app } = await openTestApp());
  family = await aFamily(app);
  student_id = (await family.call('POST', '/student', aStudentForm())).items[0].id;
});

const send = ({ content, filename, type }: Sample) =>
  uploadPhoto(app, { who: family, student_id, content, name: filename, type });

async function faultsOf(path: string): Promise<string[]> {
  const { rawPayload, headers } = await app.inject({ url: `/storage/${path}` });
  const {
    format,
    width = 0,
    height = 0,
    exif,
    xmp,
    iptc,
    icc,
    comments,
  } = await sharp(rawPayload).metadata();
  return [
    format !== 'jpeg' && `is a ${format}`,
    headers['content-type'] !== 'image/jpeg' && `is served as ${headers['content-type']}`,
    Math.max(width, height) > 1024 && `has ${width} x ${height} pixels`,
    !/^students\/[\w-]{43}\.jpg\?/.test(path) && `lies at ${path}`,
    ...Object.entries({ exif, xmp, iptc, icc, comments }).map(
      ([name, found]) => found !== undefined && `has ${name}`,
    ),
    ...SECRETS.map((secret) => rawPayload.includes(secret, 0, 'latin1') && `holds ${secret}`),
  ].filter((fault) => fault !== false);
}

describe('of a corpus of files that somebody might send', () => {
  it('every picture is taken, and nothing but the picture is kept', async () => {
    const results: Record<string, unknown> = {};
    const samples = await goodSamples();
    for (const sample of samples) {
      const { status, images, errors } = await send(sample);
      results[sample.name] = status === 200 ? await faultsOf(images[0].path) : errors;
      await family.call('DELETE', `/student/photo/${student_id}`);
    }
    expect(results).toEqual(Object.fromEntries(samples.map(({ name }) => [name, []])));
  });

  /** @shows A-238 MD10.2 */
  it('everything else is refused and leaves nothing behind', async () => {
    const before = (await family.call('GET', `/student/${student_id}`)).items[0].images.length;
    const samples = await badSamples();
    const results: Record<string, unknown> = {};
    for (const sample of samples) {
      const { status, errors } = await send(sample);
      results[sample.name] = [status, ...errors];
    }
    const noImage = 'The photo must be an image file (JPEG, PNG or WebP).';
    expect(results).toEqual(
      Object.fromEntries(samples.map(({ name, says = noImage }) => [name, [422, says]])),
    );
    expect((await family.call('GET', `/student/${student_id}`)).items[0].images).toHaveLength(before);
  });

  it('there are more than sixty, and what must not be kept is in them', async () => {
    const good = await goodSamples();
    expect(good.length + (await badSamples()).length).toBeGreaterThan(60);
    for (const secret of SECRETS)
      expect(good.some(({ content }) => Buffer.from(content).includes(secret, 0, 'latin1'))).toBe(true);
  });
});
