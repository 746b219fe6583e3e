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

  const EXPRESS_OPTIONS = [
    'applePay billingAddressRequired business buttonHeight buttonTheme buttonType emailRequired layout',
    'lineItems paymentMethodOrder paymentMethods phoneNumberRequired shippingAddressRequired shippingRates',
  ].flatMap((names) => names.split(' '));
  const TOKEN_PARAMS = 'payment_method_data shipping return_url metadata'.split(' ');
  const WALLETS = { apple_pay: 'applePay', google_pay: 'googlePay' };

  class IntegrationError extends Error {
    name = 'IntegrationError';
  }

  function hold(options, known, what) {
    for (const name of Object.keys(options))
      if (!known.includes(name)) throw new IntegrationError(`${what} has no option ${name}.`);
  }

  const COVERS = 'position:fixed;inset:0;width:100%;height:100%;border:0;z-index:2147483647';

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

  /** An element of the page with a frame of Stripe's. */
  class FrameElement {
    handlers = new Map();

    constructor(elementType, frame) {
      this.elementType = elementType;
      this.frame = frame;
    }

    tell(event, details) {
      for (const handler of this.handlers.get(event) ?? [])
        handler({ elementType: this.elementType, ...details });
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

  class PaymentElement extends FrameElement {
    constructor(type, options, { key, appearance, fonts }) {
      hold(options, ELEMENT_OPTIONS, 'The Payment Element');
      super('payment', new Frame(`fields.html#${type}&${key}`, 'Secure payment input frame'));
      this.options = options;
      this.frame.heard = ({ event, ...details }) => {
        if (event === 'size') this.frame.node.style.height = `${details.height}px`;
        else this.tell(event, details);
        const { variables = {}, rules = {} } = appearance ?? {};
        if (event === 'ready') void this.frame.ask({ do: 'dress', variables, rules, fonts: fonts ?? [] });
      };
    }

    submit() {
      return this.frame.ask({ do: 'check' });
    }
  }

  /** The buttons of the browser's wallets, and the sheet of the wallet that was pressed. */
  class ExpressCheckoutElement extends FrameElement {
    sheet = null;

    constructor(type, options, { key }) {
      hold(options, EXPRESS_OPTIONS, 'The Express Checkout Element');
      if (type !== 'card') throw new IntegrationError('The simulated wallets hold cards.');
      super('expressCheckout', new Frame('wallets.html', 'Secure express checkout frame'));
      // The browser asks the page's policy whether the frame may ask its wallets.
      this.frame.node.allow = 'payment *';
      this.key = key;
      this.options = options;
      this.frame.heard = ({ event, wallets = [], wallet, height }) => {
        if (event === 'size') this.frame.node.style.height = `${height}px`;
        if (event === 'ready') this.offer(wallets);
        if (event === 'click') this.press(wallet);
      };
    }

    /** Those that the browser has and the page wants. */
    offer(wallets) {
      const wanted = wallets.filter((one) => this.options.paymentMethods?.[WALLETS[one]] !== 'never');
      void this.frame.ask({ do: 'offer', wallets: wanted });
      const available = Object.fromEntries(wanted.map((one) => [WALLETS[one], true]));
      this.tell('ready', { availablePaymentMethods: wanted.length > 0 ? available : undefined });
    }

    /** A page that listens to the press has a second to answer it. */
    press(wallet) {
      const listens = (this.handlers.get('click') ?? []).length > 0;
      if (!listens) return this.openSheet(wallet);
      const late = setTimeout(() => console.error('IntegrationError: the click was not resolved.'), 1000);
      const resolve = () => {
        clearTimeout(late);
        this.openSheet(wallet);
      };
      this.tell('click', { expressPaymentType: wallet, resolve, reject: () => clearTimeout(late) });
    }

    openSheet(wallet) {
      const sheet = new Frame(`wallet-sheet.html#${wallet}`, 'Wallet');
      sheet.node.style.cssText = COVERS;
      document.body.append(sheet.node);
      this.sheet = sheet;
      sheet.wallet = wallet;
      const paymentFailed = () => this.closeSheet();
      sheet.heard = ({ event }) => {
        if (event === 'cancel') {
          this.closeSheet();
          this.tell('cancel', {});
        }
        if (event === 'released') this.tell('confirm', { expressPaymentType: wallet, paymentFailed });
      };
    }

    closeSheet() {
      this.sheet?.remove();
      this.sheet = null;
    }

    async token(params) {
      const { sheet, key } = this;
      if (!sheet) throw new IntegrationError('No wallet has released a card.');
      const { billing_details = {} } = params.payment_method_data ?? {};
      const isTold = this.options.billingAddressRequired === true;
      const asked = { do: 'token', key, wallet: sheet.wallet, holder: billing_details, isTold };
      const answer = await sheet.ask(asked);
      this.closeSheet();
      return answer;
    }

    async submit() {
      return { selectedPaymentMethod: this.sheet?.wallet };
    }

    destroy() {
      this.closeSheet();
      super.destroy();
    }
  }

  const ELEMENTS = { payment: PaymentElement, expressCheckout: ExpressCheckoutElement };

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
      const Kind = ELEMENTS[kind];
      if (!Kind) throw new IntegrationError(`The simulated fields have no element ${kind}.`);
      this.element = new Kind(this.type, options, this.look);
      return this.element;
    }

    getElement() {
      return this.element;
    }

    update() {}

    async submit() {
      const answer = await this.element.submit();
      this.isSubmitted = !answer.error;
      return answer;
    }
  }

  /** What is asked of a payer by his bank, over the whole page: good, fails, or never. */
  function confirmation() {
    const frame = new Frame('confirmation.html', 'Secure confirmation frame');
    frame.node.style.cssText = COVERS;
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

  function holdReturn({ return_url }) {
    if (return_url !== undefined && !/^https?:$/.test(new URL(return_url).protocol))
      throw new IntegrationError('return_url must be an address of the web.');
  }

  async function createConfirmationToken({ elements, params = {} }) {
    if (!elements.isSubmitted) throw new IntegrationError('elements.submit() must be called before.');
    hold(params, TOKEN_PARAMS, 'A ConfirmationToken');
    holdReturn(params);
    if (!(elements.element instanceof ExpressCheckoutElement))
      throw new IntegrationError('The simulated script makes tokens of wallets alone.');
    return named('confirmationToken', await elements.element.token(params));
  }

  function confirmFirst(key, { elements, clientSecret, confirmParams = {} }) {
    holdReturn(confirmParams);
    const { confirmation_token: token, payment_method_data } = confirmParams;
    if (token) {
      if (elements || payment_method_data)
        throw new IntegrationError('A ConfirmationToken has the method and the holder.');
      return ask('confirm-by-token', { key, clientSecret, token });
    }
    if (!elements.isSubmitted) throw new IntegrationError('elements.submit() must be called before.');
    const { billing_details = {} } = payment_method_data ?? {};
    const { billingDetails = {} } = elements.element.options.fields ?? {};
    for (const field of ['name', 'email'])
      if (billingDetails[field] === 'never' && !billing_details[field])
        throw new IntegrationError(`You specified "never" for ${field}, so it must be passed.`);
    const asked = { do: 'confirm', clientSecret, holder: billing_details, told: elements.told };
    return elements.element.frame.ask(asked);
  }

  async function confirmSetup(key, { redirect, ...options }) {
    const { clientSecret } = options;
    if (redirect !== 'if_required') throw new IntegrationError('The simulated script does not redirect.');
    const first = await confirmFirst(key, options);
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
        createConfirmationToken,
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
