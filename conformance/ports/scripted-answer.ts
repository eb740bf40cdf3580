/** Response of the receiver to an attempt. Delays are in target time. */
export type ScriptedAnswer =
  | {
      readonly kind: 'answer'
      readonly status: number
      readonly headers?: Readonly<Record<string, string>>
      readonly body?: string
      /** A body of so many bytes instead. */
      readonly bodyBytes?: number
      /** Delay before the status line. */
      readonly delayMs?: number
      /** The platform's deadline that the delay exceeds; see `silence`. */
      readonly outlastsMs?: number
      /** The delay is never longer than this. Where a moved clock also runs on by itself, the real time that passes counts, too. */
      readonly atMost?: true
      /** Time over which the body drips after the status line. */
      readonly dripMs?: number
      /**
       * Bytes of the status line are sent during the delay, with some seconds between them. It is complete only after the delay.
       * No headers of the script and no body follow.
       */
      readonly statusLineDrips?: true
    }
  /** The connection is reset before anything is answered, or with `closes` closed, as by a receiver that ends. */
  | { readonly kind: 'reset'; readonly closes?: true }
  /**
   * Nothing is answered; the connection stays open until the other side closes it or the scenario ends. `outlastsMs` is the
   * deadline that the silence exceeds. After it, a moved clock stands still until the other side has closed, or until as much
   * real time is over. A platform may measure the deadline of a connection by its machine's clock.
   */
  | { readonly kind: 'silence'; readonly outlastsMs?: number }
