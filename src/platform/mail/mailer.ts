export type Mail = {
  to: string[];
  replyTo?: string;
  subject: string;
  html: string;
  text: string;
  attachments?: { filename: string; contentType: string; content: Buffer }[];
  /** the key of the outbox row; sent as Message-ID, to recognize a repeated send */
  ref: string;
};

/** `send` throws if the message was not accepted. */
export type Mailer = {
  send(mail: Mail): Promise<void>;
};
