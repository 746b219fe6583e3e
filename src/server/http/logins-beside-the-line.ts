import type { FastifyRequest } from 'fastify';
import { KNOWN_BROWSER_HEADER } from '#kit/endpoint/take-turn.ts';
import { knownByOf } from '#platform/admission/known-browser.ts';
import { requestRate } from '#platform/throttle/request-rate.ts';
import type { Vault } from '#platform/vault/vault.ts';

const ALL = 'all';

/**
 * Whether a login goes in beside the line (MH5). Each minute has places for the logins of everybody and of
 * browsers that are known; a network and all together have so many of them, and who finds none waits in the
 * line. A browser that staff have logged in with has its own. The address that is typed says nothing here, or
 * a stranger would learn from the line who works for the company.
 */
export function loginsBesideTheLine(vault: Vault) {
  const ofStaffBrowser = requestRate(10);
  const known = { ofNetwork: requestRate(120), ofAll: requestRate(600) };
  const anyone = { ofNetwork: requestRate(30), ofAll: requestRate(300) };
  return (request: FastifyRequest, network: string, now: Date): boolean => {
    const hasPlace = ({ ofNetwork, ofAll }: typeof anyone) =>
      ofNetwork(network, now) === 0 && ofAll(ALL, now) === 0;
    const browser = request.headers[KNOWN_BROWSER_HEADER];
    const by = knownByOf(vault, browser);
    if (by === 'staff' && ofStaffBrowser(String(browser), now) === 0) return true;
    return (by !== undefined && hasPlace(known)) || hasPlace(anyone);
  };
}
