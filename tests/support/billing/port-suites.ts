import { describeConfirmation } from './confirmation-suite.ts';
import { describeDebits } from './debits-suite.ts';
import { describeDisputes } from './disputes-suite.ts';
import { describeEvents } from './events-suite.ts';
import { describeGateway } from './gateway-suite.ts';
import { describeKeys } from './keys-suite.ts';
import { describeLookUps } from './look-ups-suite.ts';
import { describeMethods, describeVerifying } from './methods-suite.ts';
import { describeMovements } from './movements-suite.ts';
import type { Port } from './port.ts';
import { describeRefunds } from './refunds-suite.ts';

/**
 * What every adapter of the port keeps; `open` gives one for all suites.
 * @param knowsKeys  false of a processor that does twice what it is asked twice
 */
export function describePort(name: string, open: () => Port, { knowsKeys = true } = {}): void {
  describeGateway(name, open);
  if (knowsKeys) describeKeys(name, open);
  describeLookUps(name, open);
  describeConfirmation(name, open);
  describeMethods(name, open);
  describeVerifying(name, open);
  describeDisputes(name, open);
  describeDebits(name, open);
  describeEvents(name, open);
  describeRefunds(name, open);
  describeMovements(name, open);
}
