import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify';
import { fillPath } from '#kit/endpoint/endpoint-path.ts';
import type { EndpointDefinition } from '#kit/endpoint/endpoint.ts';
import type { Sent } from './sample.ts';

/** The bare request of one call, as the page's client makes it. */
export function requestOf(definition: EndpointDefinition, sent: Sent, token?: string): InjectOptions {
  const query = new URLSearchParams(
    Object.entries(sent.query ?? {}).map(([name, value]) => [name, String(value)]),
  ).toString();
  const headers = {
    'x-requested-with': 'XMLHttpRequest',
    ...(token && { authorization: `Bearer ${token}` }),
    ...sent.headers,
  };
  const request: InjectOptions = {
    method: definition.method,
    url: `/api${fillPath(definition.path, sent.params)}${query && `?${query}`}`,
    headers,
  };
  if (sent.file) return { ...request, ...asUpload(sent.file, headers) };
  return sent.body === undefined
    ? request
    : { ...request, payload: sent.body, headers: { 'content-type': 'application/json', ...headers } };
}

function asUpload(file: Buffer, headers: Record<string, string>): InjectOptions {
  const boundary = 'between-the-parts';
  const head =
    `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="a.png"\r\n` +
    'content-type: image/png\r\n\r\n';
  const payload = Buffer.concat([Buffer.from(head), file, Buffer.from(`\r\n--${boundary}--\r\n`)]);
  return { payload, headers: { 'content-type': `multipart/form-data; boundary=${boundary}`, ...headers } };
}

export function callEndpoint(
  app: FastifyInstance,
  definition: EndpointDefinition,
  sent: Sent,
  token?: string,
): Promise<LightMyRequestResponse> {
  return app.inject(requestOf(definition, sent, token));
}

/**
 * Whether only staff may call it; the staff member among the players is a super admin and may call all of
 * these.
 */
export const isForStaff = ({ guard }: EndpointDefinition) => typeof guard === 'object';
