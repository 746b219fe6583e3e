import type { FastifyRequest } from 'fastify';
import { Refusal } from '#kit/refusal.ts';
import { serverRefusals } from './server.refusals.ts';

export type Upload =
  | { k: 'file'; bytes: Buffer; name: string }
  | { k: 'too_large'; name: string }
  | { k: 'none' };

export const UPLOAD_LIMIT_BYTES = 5 * 1024 * 1024;

/**
 * The type is a claim of the sender and is dropped, and so is what the name says of it: look at the bytes.
 * @param most  bytes of the file
 * @throws Refusal upload_broken
 */
export async function readUpload(request: FastifyRequest, most = UPLOAD_LIMIT_BYTES): Promise<Upload> {
  if (!request.isMultipart()) return { k: 'none' };
  return readFile(request, most).catch((error: { statusCode?: number }) => {
    // The type says multipart, but the boundary is missing in the header or in the body.
    throw error.statusCode ? error : new Refusal(serverRefusals.upload_broken);
  });
}

async function readFile(request: FastifyRequest, fileSize: number): Promise<Upload> {
  for await (const part of request.parts({ limits: { fileSize } })) {
    if (part.type !== 'file') continue;
    if (part.fieldname !== 'file') {
      // The next part comes only after reading this part.
      part.file.resume();
      continue;
    }
    const bytes = await part.toBuffer().catch((error: { code?: string }) => {
      if (error.code === 'FST_REQ_FILE_TOO_LARGE') return undefined;
      throw error;
    });
    return { ...(bytes ? { k: 'file', bytes } : { k: 'too_large' }), name: part.filename };
  }
  return { k: 'none' };
}
