import { Buffer } from 'node:buffer';
import { crc32, deflateSync } from 'node:zlib';
import sharp from 'sharp';

/** A file that a family might send as a photo. */
export type Sample = { name: string; content: Uint8Array; filename?: string; type?: string };

/** A refused sample; without `says` the refusal says that the file is no image. */
export type BadSample = Sample & { says?: string };

const BROKEN = 'This photo’s file is damaged or incomplete. Please choose another photo.';
const tooMany = (n: number, most: number) =>
  `This photo has ${n} megapixels; the limit is ${most}. Please choose a smaller one.`;

/** What no stored photo may still hold. */
export const SECRETS = [
  'SecretCamera',
  'SecretOwner',
  'SecretComment',
  '<script>',
  '<?php',
  'PK\x03\x04',
  'SecretText',
];

const GPS = {
  IFD0: { Make: 'SecretCamera', Copyright: 'SecretOwner' },
  IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '40/1 56/1 0/1' },
};
const XMP = '<x:xmpmeta xmlns:x="adobe:ns:meta/"><SecretOwner/></x:xmpmeta>';

const picture = (width = 64, height = 48) =>
  sharp({ create: { width, height, channels: 3, background: '#3366aa' } });
const ascii = (text: string) => Buffer.from(text, 'latin1');
const SCRIPT = ascii('<script>alert(document.cookie)</script>');

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([ascii(type), data]);
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  check.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, check]);
}

const PNG_MAGIC = ascii('\x89PNG\r\n\x1a\n');

/** A PNG of any size whose pixels are all alike, so that it is small however many they are. */
function flatPng(width: number, height: number): Buffer {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([1, 0, 0, 0, 0], 8);
  const pixels = deflateSync(Buffer.alloc(Math.min(height * (Math.ceil(width / 8) + 1), 60_000_000)), {
    level: 9,
  });
  return Buffer.concat([
    PNG_MAGIC,
    chunk('IHDR', head),
    chunk('IDAT', pixels),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** The same JPEG, claiming another size in its frame header. */
function claimingSize(jpeg: Buffer, width: number, height: number): Buffer {
  const changed = Buffer.from(jpeg);
  const at = changed.indexOf(Buffer.from([0xff, 0xc0]));
  changed.writeUInt16BE(height, at + 5);
  changed.writeUInt16BE(width, at + 7);
  return changed;
}

/** A text hidden in a PNG, right behind its header. */
function withText(png: Buffer): Buffer {
  return Buffer.concat([png.subarray(0, 33), chunk('tEXt', ascii('Comment\0SecretText')), png.subarray(33)]);
}

/** A comment hidden in a JPEG, right behind its first marker. */
function withComment(jpeg: Buffer): Buffer {
  const text = ascii('SecretComment<?php system($_GET[1]); ?>');
  const head = Buffer.from([0xff, 0xfe, 0, text.length + 2]);
  return Buffer.concat([jpeg.subarray(0, 2), head, text, jpeg.subarray(2)]);
}

/** Pictures, however odd they are: each is taken and painted anew. */
export async function goodSamples(): Promise<Sample[]> {
  const jpeg = await picture().jpeg().toBuffer();
  const png = await picture().png().toBuffer();
  const webp = await picture().webp().toBuffer();
  const noise = {
    create: { width: 40, height: 40, channels: 4 as const, background: { r: 9, g: 99, b: 199, alpha: 0.4 } },
  };
  const oriented = await Promise.all(
    [3, 6, 8].map(async (orientation) => ({
      name: `jpeg turned ${orientation}`,
      content: await picture().withMetadata({ orientation }).jpeg().toBuffer(),
    })),
  );
  return [
    { name: 'jpeg', content: jpeg },
    { name: 'progressive jpeg', content: await picture().jpeg({ progressive: true }).toBuffer() },
    { name: 'grey jpeg', content: await picture().greyscale().jpeg().toBuffer() },
    { name: 'cmyk jpeg', content: await picture().toColourspace('cmyk').jpeg().toBuffer() },
    { name: 'jpeg with place and camera', content: await picture().withExif(GPS).jpeg().toBuffer() },
    { name: 'jpeg with XMP', content: await picture().withXmp(XMP).jpeg().toBuffer() },
    { name: 'jpeg with a colour profile', content: await picture().withIccProfile('p3').jpeg().toBuffer() },
    { name: 'jpeg with a comment that is a program', content: withComment(jpeg) },
    ...oriented,
    { name: 'jpeg with a page behind it', content: Buffer.concat([jpeg, SCRIPT]) },
    { name: 'jpeg with an archive behind it', content: Buffer.concat([jpeg, ascii('PK\x03\x04evil.class')]) },
    { name: 'jpeg of one pixel', content: await picture(1, 1).jpeg().toBuffer() },
    { name: 'very long jpeg', content: await picture(6000, 20).jpeg().toBuffer() },
    { name: 'png', content: png },
    { name: 'interlaced png', content: await picture().png({ progressive: true }).toBuffer() },
    { name: 'see-through png', content: await sharp(noise).png().toBuffer() },
    { name: 'png of few colours', content: await picture().png({ palette: true }).toBuffer() },
    { name: 'deep png', content: await picture().toColourspace('rgb16').png().toBuffer() },
    { name: 'png with a text', content: withText(png) },
    { name: 'png with a page behind it', content: Buffer.concat([png, SCRIPT]) },
    { name: 'webp', content: webp },
    { name: 'lossless webp', content: await picture().webp({ lossless: true }).toBuffer() },
    {
      name: 'see-through webp with place and camera',
      content: await sharp(noise).withExif(GPS).webp().toBuffer(),
    },
    { name: 'jpeg that says it is a page', content: jpeg, filename: 'photo.html', type: 'text/html' },
    { name: 'png that says it is a jpeg', content: png, filename: 'photo.jpg', type: 'image/jpeg' },
    { name: 'jpeg whose name climbs', content: jpeg, filename: '../../../../etc/cron.d/photo.jpg' },
    { name: 'jpeg whose name is a path of Windows', content: jpeg, filename: '..\\..\\photo.jpg' },
    { name: 'jpeg with a zero in its name', content: jpeg, filename: 'photo.php\0.jpg' },
    { name: 'jpeg with a very long name', content: jpeg, filename: `${'n'.repeat(4000)}.jpg` },
  ];
}

/** Everything else: each is refused. */
export async function badSamples(): Promise<BadSample[]> {
  const jpeg = await picture(400, 400).jpeg().toBuffer();
  const png = await picture(400, 400).png().toBuffer();
  const webp = await picture(400, 400).webp({ lossless: true }).toBuffer();
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>';
  const xml = '<?xml version="1.0"?><!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]>';
  const half = (whole: Buffer) => whole.subarray(0, Math.floor(whole.length / 2));
  const texts: Record<string, string> = {
    svg,
    'svg behind a declaration': `${xml}${svg}`,
    page: '<!doctype html><script>alert(1)</script>',
    pdf: '%PDF-1.7\n1 0 obj<<>>endobj',
    postscript: '%!PS-Adobe-3.0 EPSF-3.0\n(%pipe%id) (r) file',
    text: 'only words',
    json: '{"photo":true}',
    program: '#!/bin/sh\nid',
    'program of PHP behind a gif': 'GIF89a<?php system($_GET[1]); ?>',
    archive: 'PK\x03\x04\x14\0\0\0',
    'program of Windows': 'MZ\x90\0\x03',
    bitmap: 'BM\x46\0\0\0\0\0\0\0',
    icon: '\0\0\x01\0\x01\0',
    film: '\0\0\0\x18ftypmp42',
    'picture of an iPhone': '\0\0\0\x18ftypheic',
    sound: 'RIFF\x24\0\0\0WAVEfmt ',
    'one byte': 'x',
  };
  const beginnings: Record<string, string> = {
    'beginning of a jpeg': '\xff\xd8\xff\xe0',
    'jpeg beginning on a page': `\xff\xd8\xff${svg}`,
    'png beginning on a page': `\x89PNG\r\n\x1a\n${svg}`,
    'webp beginning and nothing more': 'RIFF\x24\0\0\0WEBP',
  };
  return [
    ...Object.entries(texts).map(([name, text]) => ({ name, content: ascii(text) })),
    ...Object.entries(beginnings).map(([name, text]) => ({ name, content: ascii(text), says: BROKEN })),
    { name: 'nothing', content: Buffer.alloc(0) },
    { name: 'gif', content: await picture().gif().toBuffer(), type: 'image/gif' },
    { name: 'tiff', content: await picture().tiff().toBuffer(), type: 'image/tiff' },
    { name: 'avif', content: await picture().avif({ effort: 0 }).toBuffer(), type: 'image/avif' },
    { name: 'half a jpeg', content: half(jpeg), says: BROKEN },
    { name: 'half a png', content: half(png), says: BROKEN },
    { name: 'half a webp', content: half(webp), says: BROKEN },
    { name: 'png without a size', content: flatPng(0, 0), says: BROKEN },
    { name: 'bomb of 400 megapixels', content: flatPng(20_000, 20_000), says: tooMany(400, 50) },
    { name: 'bomb that is very wide', content: flatPng(1_000_000, 100), says: tooMany(100, 50) },
    {
      name: 'jpeg that claims 4 gigapixels',
      content: claimingSize(jpeg, 65_000, 65_000),
      says: tooMany(4225, 200),
    },
  ];
}
