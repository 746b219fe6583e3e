/** Twice what the server keeps; a smaller file is sent as chosen. */
const LONGEST_SIDE_PX = 2048;
const SENT_AS_CHOSEN_BYTES = 500_000;
const QUALITY = 0.85;

const made = new WeakMap<File, Promise<Blob>>();

/**
 * The photo as sent: drawn smaller by the browser, because phones send pictures over slow networks (MD9).
 * A file that the browser cannot draw is sent as chosen; the server decides.
 */
export function smallPhoto(file: File): Promise<Blob> {
  let small = made.get(file);
  if (!small) made.set(file, (small = drawSmall(file)));
  return small;
}

async function drawSmall(file: File): Promise<Blob> {
  if (file.size <= SENT_AS_CHOSEN_BYTES) return file;
  const drawn = await drawnOf(file).catch(() => null);
  return drawn && drawn.size < file.size ? drawn : file;
}

async function drawnOf(file: File): Promise<Blob | null> {
  const picture = new Image();
  const source = URL.createObjectURL(file);
  try {
    picture.src = source;
    await picture.decode();
    return await asSmallJpeg(picture);
  } finally {
    URL.revokeObjectURL(source);
  }
}

function asSmallJpeg(picture: HTMLImageElement): Promise<Blob | null> {
  const { naturalWidth: width, naturalHeight: height } = picture;
  const scale = Math.min(1, LONGEST_SIDE_PX / Math.max(width, height));
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [Math.round(width * scale), Math.round(height * scale)];
  const paper = canvas.getContext('2d');
  if (!paper) return Promise.resolve(null);
  paper.fillStyle = '#ffffff';
  paper.fillRect(0, 0, canvas.width, canvas.height);
  paper.drawImage(picture, 0, 0, canvas.width, canvas.height);
  return new Promise((take) => canvas.toBlob(take, 'image/jpeg', QUALITY));
}
