const READ_AS: Readonly<Record<string, string>> = { O: '0', I: '1', L: '1' };

/** Of a code typed from paper only letters and digits count, as capitals (MC13). */
export const lettersAndDigits = (typed: string): string =>
  typed
    .normalize('NFKC')
    .toUpperCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '');

/** For the places of digits: people read O, I and L on paper for 0 and 1. */
export const asDigits = (code: string): string => code.replaceAll(/[OIL]/g, (letter) => READ_AS[letter]!);
