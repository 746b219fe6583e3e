export type Mail = {
  to: string[];
  /** the address for answers, if not the sender */
  replyTo?: string;
  subject: string;
  html: string;
  text: string;
  attachments?: { filename: string; contentType: string; content: Buffer }[];
  /** the key of the outbox row; sent as Message-ID, to recognize a repeated send */
  ref: string;
};

/** The port for outgoing mail. `send` throws if the message was not accepted. */
export type Mailer = {
  send(mail: Mail): Promise<void>;
};
