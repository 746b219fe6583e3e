import { rule } from './rule.ts';

/**
 * The content of a file input; a rule checks every file. Without files a rule passes: `required` demands
 * files.
 */
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

/** `image/*` accepts every kind of image. */
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

/** Endings without the dot; ignores case. */
export const extension = (endings: readonly string[], own?: OwnSentence) =>
  rule<ChosenFiles>(
    'ext',
    everyFile((file) =>
      endings.some((ending) => file.name.toLowerCase().endsWith(`.${ending.toLowerCase()}`)),
    ),
    own,
  );

/** Checks the type by the browser only; the server checks the content. */
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
 * Demands pictures of exactly this size in pixels, by decoding: forms must use `parseAsync`. A picture
 * failing to decode is refused.
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
