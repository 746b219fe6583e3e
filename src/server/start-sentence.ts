import { m } from '#i18n/messages.js';
import type { Config } from '#platform/config/config.ts';

const OF_HOST = new Set(['EADDRNOTAVAIL', 'ENOTFOUND', 'EAI_AGAIN']);
const OF_FOLDER = new Set(['EACCES', 'EPERM', 'EROFS', 'ENOTDIR', 'EEXIST', 'ENOSPC']);

/** Why the start failed, for whoever started it: the variable at fault where there is one (K6). */
export function sentenceOfStart(error: unknown, config: Config): string {
  const { code = '', syscall = '', message = '' } = (error ?? {}) as NodeJS.ErrnoException;
  if (code === 'EADDRINUSE') return m.portal_port_taken({ port: config.port });
  if (syscall === 'listen' && code === 'EACCES') return m.portal_port_forbidden({ port: config.port });
  if (OF_HOST.has(code) && (syscall === 'listen' || syscall === 'getaddrinfo'))
    return m.portal_host_unknown({ host: config.host });
  if (OF_FOLDER.has(code)) return m.portal_data_folder_unwritable({ folder: config.dataDir, code });
  return message || m.server_unexpected();
}
