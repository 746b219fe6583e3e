const REDACTED = '[redacted]';

/**
 * A text never to be shown: printing, logging and JSON give `[redacted]`. Only `reveal` returns the text: a
 * search for `reveal` finds every reader.
 */
export class Secret {
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
  }

  reveal(): string {
    return this.#text;
  }

  toString(): string {
    return REDACTED;
  }

  toJSON(): string {
    return REDACTED;
  }

  // The registered symbol of inspect in node:util: this file needs no import of Node.
  [Symbol.for('nodejs.util.inspect.custom')](): string {
    return REDACTED;
  }
}
