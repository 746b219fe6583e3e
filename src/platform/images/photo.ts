import type { Sharp } from 'sharp';

const LONGEST_SIDE_PX = { photo: 1024, picture: 3000 };

/**
 * A small file can unfold into gigabytes. A JPEG in one pass is drawn small while it is read; every other
 * picture lies in memory as a whole.
 */
const MOST_PIXELS = { inOnePass: 200_000_000, whole: 50_000_000 };

type ImageKind = 'jpeg' | 'png' | 'webp';

/** By the first bytes, whatever the name of the file claims. */
export function kindOfImage(content: Uint8Array): ImageKind | undefined {
  const bytes = Buffer.from(content.subarray(0, 12)).toString('latin1');
  if (bytes.startsWith('\xff\xd8\xff')) return 'jpeg';
  if (bytes.startsWith('\x89PNG\r\n\x1a\n')) return 'png';
  return bytes.startsWith('RIFF') && bytes.slice(8) === 'WEBP' ? 'webp' : undefined;
}

export type Repainted =
  | { k: 'photo'; bytes: Buffer }
  | { k: 'not_an_image' }
  /** cut off or damaged */
  | { k: 'broken' }
  | { k: 'too_many_pixels'; megapixels: number; most: number };

const inMegapixels = (pixels: number) => Math.ceil(pixels / 1_000_000);

type Paint = { longest: number; finish: (picture: Sharp, kind: ImageKind) => Sharp };

/**
 * A JPEG of at most 1024 pixels a side. Place, camera and any hidden second file are dropped.
 * Source: U, reliability 5.5, MD10
 */
export const repaintPhoto = (content: Uint8Array): Promise<Repainted> =>
  repaint(content, {
    longest: LONGEST_SIDE_PX.photo,
    finish: (photo) => photo.flatten({ background: '#ffffff' }).jpeg({ quality: 82 }),
  });

const FINISHED: Record<ImageKind, (picture: Sharp) => Sharp> = {
  jpeg: (picture) => picture.jpeg({ quality: 88 }),
  png: (picture) => picture.png({ compressionLevel: 9 }),
  webp: (picture) => picture.webp({ quality: 88 }),
};

/**
 * A picture for the pages, of at most 3000 pixels a side, so that the words of a map are read. The picture
 * keeps its kind, and transparency.
 * Source: SE2.5
 */
export const repaintPicture = (content: Uint8Array): Promise<Repainted> =>
  repaint(content, {
    longest: LONGEST_SIDE_PX.picture,
    finish: (picture, kind) => FINISHED[kind](picture),
  });

async function repaint(content: Uint8Array, { longest, finish }: Paint): Promise<Repainted> {
  // Never open other formats: an SVG would be drawn, a PDF opened.
  const kind = kindOfImage(content);
  if (!kind) return { k: 'not_an_image' };
  // Loaded with the first picture: sharp loads an image library.
  const { default: sharp } = await import('sharp');
  try {
    const { width, height, isProgressive } = await sharp(content, { limitInputPixels: false }).metadata();
    const most = kind === 'jpeg' && !isProgressive ? MOST_PIXELS.inOnePass : MOST_PIXELS.whole;
    if (width * height > most)
      return { k: 'too_many_pixels', megapixels: inMegapixels(width * height), most: inMegapixels(most) };
    const upright = sharp(content, { limitInputPixels: most, failOn: 'error' })
      .autoOrient()
      .resize({ width: longest, height: longest, fit: 'inside', withoutEnlargement: true });
    return { k: 'photo', bytes: await finish(upright, kind).toBuffer() };
  } catch {
    return { k: 'broken' };
  }
}
