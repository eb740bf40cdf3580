/** A profile as it is written down, after its schema has been checked (see `platform.schema.yaml`). */
export interface WrittenProfile {
  readonly name?: string
  readonly environment?: 'sandbox' | 'production'
  readonly api_version?: string
  readonly base_url: string
  readonly auth_url: string
  readonly description?: string
  readonly credentials: WrittenPartner & {
    readonly secondary_integration_key?: string
    readonly inactive_client?: WrittenClient
    readonly other_partner?: WrittenPartner
    readonly disabled_partner?: WrittenPartner
    readonly expired_token?: string
    readonly partner_id?: string
  }
  readonly submission?: string | Readonly<Record<string, unknown>>
  readonly outcomes?: Readonly<Record<string, Readonly<Record<string, unknown>>>>
  readonly webhooks?: {
    readonly listen?: string
    readonly public_url?: string
    readonly signing_secret?: string
    readonly tls?: 'own' | { readonly key: string; readonly cert: string }
  }
  readonly operator?: Readonly<Record<string, WrittenAction>>
  readonly timing?: Readonly<Record<string, string>>
  readonly tls?: { readonly ca?: string }
}

export interface WrittenClient {
  readonly client_id: string
  readonly client_secret: string
}

export interface WrittenPartner extends WrittenClient {
  readonly integration_key: string
}

export interface WrittenAction {
  readonly http?: {
    readonly method?: string
    readonly url: string
    readonly headers?: Readonly<Record<string, string>>
    readonly body?: unknown
  }
  readonly command?: readonly string[]
  readonly returns?: Readonly<Record<string, string>>
}
