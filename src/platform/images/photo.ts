const LONGEST_SIDE_PX = 1024;

/**
 * A small file can unfold into gigabytes. A JPEG in one pass is drawn small while it is read; every other
 * picture lies in memory as a whole.
 */
const MOST_PIXELS = { inOnePass: 200_000_000, whole: 50_000_000 };

type Kind = 'jpeg' | 'png' | 'webp';

/** By the first bytes, whatever the name of the file claims. */
export function kindOfImage(content: Uint8Array): Kind | undefined {
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

/**
 * A JPEG of at most 1024 pixels a side. Place, camera and any hidden second file are dropped.
 * Source: U, reliability 5.5, MD10
 */
export async function repaintPhoto(content: Uint8Array): Promise<Repainted> {
  // Never open other formats: an SVG would be drawn, a PDF opened.
  const kind = kindOfImage(content);
  if (!kind) return { k: 'not_an_image' };
  // Loaded with the first photo: sharp loads an image library.
  const { default: sharp } = await import('sharp');
  try {
    const { width, height, isProgressive } = await sharp(content, { limitInputPixels: false }).metadata();
    const most = kind === 'jpeg' && !isProgressive ? MOST_PIXELS.inOnePass : MOST_PIXELS.whole;
    if (width * height > most)
      return { k: 'too_many_pixels', megapixels: inMegapixels(width * height), most: inMegapixels(most) };
    const bytes = await sharp(content, { limitInputPixels: most, failOn: 'error' })
      .autoOrient()
      .resize({ width: LONGEST_SIDE_PX, height: LONGEST_SIDE_PX, fit: 'inside', withoutEnlargement: true })
      .flatten({ background: '#ffffff' })
      .jpeg({ quality: 82 })
      .toBuffer();
    return { k: 'photo', bytes };
  } catch {
    return { k: 'broken' };
  }
}
