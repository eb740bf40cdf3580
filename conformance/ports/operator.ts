import type { Exchange } from '../exchange.ts'
import { CannotTell } from '../verdict.ts'

/** An action of an operator: the values that its recipe is given, and those that its answer returns. */
interface ActionFacts {
  readonly given: readonly string[]
  readonly returns: readonly string[]
  /** The state that it brings about. */
  readonly effect: string
}

const action = (
  effect: string,
  given: readonly string[] = [],
  returns: readonly string[] = [],
): ActionFacts => ({
  effect,
  given,
  returns,
})

/** Everything that an operator of a platform can do and the quote API cannot, by the key in a profile's `operator`. */
export const OPERATOR_ACTIONS = {
  hold_rating: action('new submissions stay pending'),
  release_rating: action('the held submissions go on'),
  hold_issue: action('accepted binds stay bound'),
  release_issue: action('the held binds go on'),
  review_approve: action('a manual review ends with an approval', ['quote_id']),
  review_decline: action('a manual review ends with a decline', ['quote_id']),
  register_endpoint: action(
    'a webhook endpoint exists, for each event type in the array',
    ['url', 'events'],
    ['endpoint_id', 'signing_secret'],
  ),
  delete_endpoint: action('a webhook endpoint is gone', ['endpoint_id']),
  enable_endpoint: action('an endpoint is back in service', ['endpoint_id']),
  endpoint_status: action('nothing: it reads whether an endpoint is enabled', ['endpoint_id'], ['status']),
  rotate_secret: action('an endpoint has a new secret', ['endpoint_id'], ['signing_secret']),
  deactivate_client: action('an M2M client is inactive', ['client_id']),
  activate_client: action('an M2M client is active', ['client_id']),
  add_broker: action('a broker was added', ['name', 'email']),
  advance_clock: action(
    "the target's clock has moved on: ratings, retries, grace periods and token lifetimes follow it, work itself may take real time",
    ['milliseconds'],
  ),
  register_partner: action(
    'a registration is pending',
    ['company_name', 'contact_name', 'email', 'password'],
    ['partner_id'],
  ),
  approve_partner: action('an account is active', ['partner_id']),
  deny_partner: action('an account is denied', ['partner_id']),
  disable_partner: action('an account is disabled', ['partner_id']),
  show_partner: action('nothing: it reads an account', ['partner_id'], ['partner']),
  create_client: action(
    'an M2M client exists',
    ['partner_id', 'name', 'description'],
    ['client_id', 'client_secret'],
  ),
  show_client: action('nothing: it reads a client', ['client_id'], ['client']),
  create_key: action('the free slot holds an integration key', ['partner_id'], ['integration_key']),
  rotate_key: action(
    'the integration key in a slot (primary, secondary) is replaced',
    ['partner_id', 'slot'],
    ['integration_key'],
  ),
  list_keys: action('nothing: it reads the integration keys', ['partner_id'], ['keys']),
  create_webhook_key: action('a webhook key exists', ['partner_id'], ['webhook_key', 'webhook_key_id']),
  revoke_webhook_key: action('a webhook key opens no account', ['webhook_key_id']),
  register_portal_account: action(
    'the webhook portal has a new account',
    ['webhook_key', 'email', 'password'],
    ['account_id'],
  ),
  delivery_log: action('nothing: it reads the deliveries to an endpoint', ['endpoint_id'], ['deliveries']),
  onboard_broker: action('a broker is onboarded', ['broker_email']),
  fail_requests: action(
    'the next requests get an internal error; the path, such as /status/4f6b, follows base_url',
    ['method', 'path', 'count'],
  ),
} as const satisfies Readonly<Record<string, ActionFacts>>

/** Facts of an operator action by its name; undefined for another word. */
export const actionNamed = (name: string): ActionFacts | undefined =>
  Object.entries(OPERATOR_ACTIONS).find(([known]) => known === name)?.[1]

/** The name of an operator action, as a profile writes it. */
export type OperatorAction = keyof typeof OPERATOR_ACTIONS

/** The outcome of an action that may rightly be refused. */
export type ActionOutcome =
  | {
      readonly kind: 'done'
      readonly returned: Readonly<Record<string, unknown>>
      readonly exchange: Exchange
    }
  | { readonly kind: 'refused'; readonly exchange: Exchange }

/** A text of an answer that no recipe takes a value from. */
export interface UnreadText {
  readonly text: string
  /** Says that the recipe should have taken this text. */
  readonly misread: string
  /** The key of the profile that points at another text. */
  readonly key: string
}

/** Thrown where an action was refused that had to succeed. */
export class ActionRefused extends CannotTell {
  /** The answer in one line. */
  readonly answer: string

  constructor(why: string, key: string, answer: string) {
    super(why, key)
    this.name = 'ActionRefused'
    this.answer = answer
  }
}

export interface OperatorPort {
  can(action: OperatorAction): boolean
  /** The other texts of the answer that a returned value was taken from: the recipe may point at a wrong one. */
  unreadBeside?(value: string): readonly UnreadText[]
  /** Says whether the profile's recipe of an action takes a value, beside those that every recipe may name. */
  takes(action: OperatorAction, value: string): boolean
  /**
   * Performs an action and returns the values that its `returns` block picked out of the answer.
   * @throws CannotTell when the profile lacks the action, or when it did not succeed
   */
  perform(action: OperatorAction, given?: Readonly<Record<string, unknown>>): Promise<Record<string, unknown>>
  /**
   * Performs an action where a refusal is an answer: 4xx over HTTP, exit code 4 of a command.
   * @throws CannotTell when the profile lacks the action, or when it is broken: 5xx, another exit code, no answer
   */
  attempt(action: OperatorAction, given?: Readonly<Record<string, unknown>>): Promise<ActionOutcome>
}
