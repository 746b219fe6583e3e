import { rule } from './rule.ts';

/** What a file input holds; a rule wants it of every file. No file passes: `required` speaks of that. */
export type ChosenFiles = ArrayLike<Pick<File, 'name' | 'size' | 'type'>> | null | undefined;

type OwnSentence = { error?: (issue: { input?: unknown }) => string };

const everyFile = (isGood: (file: Pick<File, 'name' | 'size' | 'type'>) => boolean) => (files: ChosenFiles) =>
  Array.from(files ?? []).every(isGood);

const KB = 1024;

/** At most `maxKb` kilobytes of 1,024 bytes. */
export const size = (maxKb: number, own?: OwnSentence) =>
  rule<ChosenFiles>(
    'size',
    everyFile((file) => file.size <= maxKb * KB),
    own,
  );

/** One of these media types; `image/*` takes every kind of image. */
export const mimes = (types: readonly string[], own?: OwnSentence) =>
  rule<ChosenFiles>(
    'mimes',
    everyFile((file) =>
      types.some((type) =>
        type.endsWith('/*') ? file.type.startsWith(type.slice(0, -1)) : file.type === type,
      ),
    ),
    own,
  );

/** A name that ends in one of these, case ignored, written without the dot. */
export const extension = (endings: readonly string[], own?: OwnSentence) =>
  rule<ChosenFiles>(
    'ext',
    everyFile((file) =>
      endings.some((ending) => file.name.toLowerCase().endsWith(`.${ending.toLowerCase()}`)),
    ),
    own,
  );

/** What the browser takes for a picture; the server looks at the content itself. */
export const image = (own?: OwnSentence) =>
  rule<ChosenFiles>(
    'image',
    everyFile((file) => file.type.startsWith('image/')),
    own,
  );

type Size = { width: number; height: number };

async function measureInBrowser(file: Blob): Promise<Size> {
  const picture = await createImageBitmap(file);
  const { width, height } = picture;
  picture.close();
  return { width, height };
}

/**
 * Pictures of exactly this size in pixels. It is looked at by decoding, so the schema must be parsed with
 * `parseAsync`, as forms do; what can't be decoded has no size and is refused.
 */
export function dimensions({ width, height }: Size, own?: OwnSentence) {
  const isOfSize = async (file: Blob) => {
    const found = await measureInBrowser(file).catch(() => undefined);
    return found?.width === width && found.height === height;
  };
  return rule<ArrayLike<File> | null | undefined>(
    'dimensions',
    async (files) => (await Promise.all(Array.from(files ?? [], isOfSize))).every(Boolean),
    own,
  );
}
