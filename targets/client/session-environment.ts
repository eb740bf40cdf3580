import { API_PATH, type GivenCredentials, TOKEN_PATH } from './platform-instance.ts'

interface Given {
  /** Scheme, host, port and path of the session. */
  readonly place: string
  /** A path that the session adds before that of the API. */
  readonly path: string | undefined
  readonly given: GivenCredentials
  readonly journey: readonly string[]
}

/** Where a session is, and its credentials, by the names of the environment variables that a client gets. */
export const sessionEnvironment = ({ place, path = '', given, journey }: Given) => ({
  QUOTE_BASE_URL: `${place}${path}${API_PATH}`,
  QUOTE_AUTH_URL: `${place}${TOKEN_PATH}`,
  QUOTE_CLIENT_ID: given.clientId,
  QUOTE_CLIENT_SECRET: given.clientSecret,
  QUOTE_INTEGRATION_KEY: given.integrationKey,
  QUOTE_JOURNEY: journey.join(','),
})
