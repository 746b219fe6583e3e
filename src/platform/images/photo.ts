const LONGEST_SIDE_PX = 1024;

// A small file can unfold into gigabytes; the largest picture of a phone stays below this.
const MOST_PIXELS = 40_000_000;

type Kind = 'jpeg' | 'png' | 'webp';

/** By the first bytes, whatever the name of the file claims. */
export function kindOfImage(content: Uint8Array): Kind | undefined {
  const bytes = Buffer.from(content.subarray(0, 12)).toString('latin1');
  if (bytes.startsWith('\xff\xd8\xff')) return 'jpeg';
  if (bytes.startsWith('\x89PNG\r\n\x1a\n')) return 'png';
  return bytes.startsWith('RIFF') && bytes.slice(8) === 'WEBP' ? 'webp' : undefined;
}

/**
 * A JPEG of at most 1024 pixels a side. Place, camera and any hidden second file are dropped.
 * @returns undefined if the file is no JPEG, PNG or WebP, is cut off, or is too large to unfold
 * Source: U, reliability 5.5
 */
export async function repaintPhoto(content: Uint8Array): Promise<Buffer | undefined> {
  // Never open other formats: an SVG would be drawn, a PDF opened.
  if (!kindOfImage(content)) return undefined;
  try {
    // Loaded with the first photo: sharp loads an image library.
    const { default: sharp } = await import('sharp');
    return await sharp(content, { limitInputPixels: MOST_PIXELS, failOn: 'error' })
      .autoOrient()
      .resize({ width: LONGEST_SIDE_PX, height: LONGEST_SIDE_PX, fit: 'inside', withoutEnlargement: true })
      .flatten({ background: '#ffffff' })
      .jpeg({ quality: 82 })
      .toBuffer();
  } catch {
    return undefined;
  }
}
