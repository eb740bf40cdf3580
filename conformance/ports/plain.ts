/** Result of asking an https address without TLS. */
export interface PlainAnswer {
  /** Host and port. */
  readonly host: string
  /** Absent where nothing answered in HTTP. */
  readonly status?: number
  /** Media type, without parameters and in lower case. */
  readonly type?: string
  readonly message: string
}
