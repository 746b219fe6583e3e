/*
 * Stands for Stripe's script in browser tests. What is typed stays in a frame of another origin; the page
 * learns of it what Stripe tells, by the same calls and events. Options that Stripe does not know are errors.
 */
(() => {
  const ORIGIN = 'https://js.stripe.com';
  const API = 'https://api.stripe.com/simulated';
  const ELEMENTS_OPTIONS = [
    'mode currency allowedPaymentMethodTypes paymentMethodOptions appearance fonts locale loader',
    'setupFutureUsage amount',
  ].flatMap((names) => names.split(' '));
  const ELEMENT_OPTIONS =
    'layout wallets fields terms readOnly business defaultValues paymentMethodOrder'.split(' ');

  class IntegrationError extends Error {
    name = 'IntegrationError';
  }

  function hold(options, known, what) {
    for (const name of Object.keys(options))
      if (!known.includes(name)) throw new IntegrationError(`${what} has no option ${name}.`);
  }

  const NO_ANSWER = {
    error: { type: 'api_connection_error', message: 'We are experiencing issues connecting to Stripe.' },
  };

  async function ask(call, body) {
    const sent = { method: 'POST', body: JSON.stringify(body) };
    return fetch(`${API}/${call}`, sent).then(
      (answer) => answer.json(),
      () => NO_ANSWER,
    );
  }

  /** Stripe's script brings more of itself as it needs it, by elements that it gives a plain address. */
  function bring(file) {
    const script = document.createElement('script');
    script.src = `${ORIGIN}/simulated/${file}`;
    document.head.append(script);
  }

  /** A frame of Stripe's, and the questions that wait for its answers. */
  class Frame {
    waiting = new Map();
    heard = () => {};

    constructor(path, title) {
      this.node = document.createElement('iframe');
      this.node.src = `${ORIGIN}/simulated/${path}`;
      this.node.title = title;
      this.node.style.cssText = 'border:0;width:100%;height:220px;display:block';
      this.listen = ({ source, origin, data }) => {
        if (source !== this.node.contentWindow || origin !== ORIGIN) return;
        const answer = this.waiting.get(data.id);
        if (answer) answer(data.answer);
        else this.heard(data);
      };
      addEventListener('message', this.listen);
    }

    ask(question) {
      const id = crypto.randomUUID();
      return new Promise((answer) => {
        this.waiting.set(id, answer);
        this.node.contentWindow.postMessage({ id, ...question }, ORIGIN);
      });
    }

    remove() {
      removeEventListener('message', this.listen);
      this.node.remove();
    }
  }

  class PaymentElement {
    handlers = new Map();

    constructor(type, options, { key, appearance, fonts }) {
      hold(options, ELEMENT_OPTIONS, 'The Payment Element');
      this.options = options;
      this.frame = new Frame(`fields.html#${type}&${key}`, 'Secure payment input frame');
      this.frame.heard = ({ event, ...details }) => {
        if (event === 'size') this.frame.node.style.height = `${details.height}px`;
        else this.tell(event, details);
        const { variables = {}, rules = {} } = appearance ?? {};
        if (event === 'ready') void this.frame.ask({ do: 'dress', variables, rules, fonts: fonts ?? [] });
      };
    }

    tell(event, details) {
      for (const handler of this.handlers.get(event) ?? []) handler({ elementType: 'payment', ...details });
    }

    on(event, handler) {
      this.handlers.set(event, [...(this.handlers.get(event) ?? []), handler]);
      return this;
    }

    off(event) {
      this.handlers.delete(event);
      return this;
    }

    mount(place) {
      const parent = typeof place === 'string' ? document.querySelector(place) : place;
      if (!parent) throw new IntegrationError('The place to mount the element is not there.');
      parent.append(this.frame.node);
    }

    focus() {
      void this.frame.ask({ do: 'focus' });
    }

    update() {}

    unmount() {
      this.frame.node.remove();
    }

    destroy() {
      this.frame.remove();
      this.handlers.clear();
    }
  }

  class Elements {
    element = null;
    isSubmitted = false;

    constructor(options, key) {
      hold(options, ELEMENTS_OPTIONS, 'elements()');
      if (options.mode !== 'setup') throw new IntegrationError('The simulated fields only save methods.');
      const [type, ...others] = options.allowedPaymentMethodTypes ?? [];
      if (!type || others.length > 0) throw new IntegrationError('The simulated fields take one type.');
      this.type = type;
      const { allowedPaymentMethodTypes, paymentMethodOptions } = options;
      this.told = { allowedPaymentMethodTypes, paymentMethodOptions };
      this.look = { key, appearance: options.appearance, fonts: options.fonts };
    }

    create(kind, options = {}) {
      if (kind !== 'payment') throw new IntegrationError(`The simulated fields have no element ${kind}.`);
      this.element = new PaymentElement(this.type, options, this.look);
      return this.element;
    }

    getElement() {
      return this.element;
    }

    update() {}

    async submit() {
      const answer = await this.element.frame.ask({ do: 'check' });
      this.isSubmitted = !answer.error;
      return answer;
    }
  }

  /** What is asked of a payer by his bank, over the whole page: good, fails, or never. */
  function confirmation() {
    const frame = new Frame('confirmation.html', 'Secure confirmation frame');
    frame.node.style.cssText = 'position:fixed;inset:0;width:100%;height:100%;border:0;z-index:2147483647';
    document.body.append(frame.node);
    return new Promise((answer) => {
      frame.heard = ({ event }) => {
        if (!['good', 'fails', 'never'].includes(event)) return;
        frame.remove();
        answer(event);
      };
    });
  }

  const named = (name, { object, error }) => (error ? { error } : { [name]: object });

  async function confirmSetup(key, { elements, clientSecret, confirmParams = {}, redirect }) {
    if (!elements.isSubmitted) throw new IntegrationError('elements.submit() must be called before.');
    if (redirect !== 'if_required') throw new IntegrationError('The simulated script does not redirect.');
    const { billing_details = {} } = confirmParams.payment_method_data ?? {};
    const { billingDetails = {} } = elements.element.options.fields ?? {};
    for (const field of ['name', 'email'])
      if (billingDetails[field] === 'never' && !billing_details[field])
        throw new IntegrationError(`You specified "never" for ${field}, so it must be passed.`);
    const asked = { do: 'confirm', clientSecret, holder: billing_details, told: elements.told };
    const first = await elements.element.frame.ask(asked);
    const asks = first.object?.next_action?.type === 'use_stripe_sdk';
    if (!asks) return named('setupIntent', first);
    const given = await confirmation();
    return named('setupIntent', await ask('next-setup-action', { key, clientSecret, confirmation: given }));
  }

  async function handleNextAction(key, { clientSecret }) {
    const intent = await ask('payment-intent', { key, clientSecret });
    if (intent.object?.status !== 'requires_action') return named('paymentIntent', intent);
    const given = await confirmation();
    return named('paymentIntent', await ask('next-action', { key, clientSecret, confirmation: given }));
  }

  window.Stripe = Object.assign(
    (key) => {
      if (!key.startsWith('pk_')) throw new IntegrationError('This is no publishable key.');
      bring('more.js');
      return {
        elements: (options) => new Elements(options, key),
        confirmSetup: (options) => confirmSetup(key, options),
        handleNextAction: (options) => handleNextAction(key, options),
        retrieveSetupIntent: async (clientSecret) =>
          named('setupIntent', await ask('setup-intent', { key, clientSecret })),
        retrievePaymentIntent: async (clientSecret) =>
          named('paymentIntent', await ask('payment-intent', { key, clientSecret })),
        _registerWrapper: () => {},
      };
    },
    { version: 'endive' },
  );
})();
