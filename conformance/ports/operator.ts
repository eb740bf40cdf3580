/** What the quote API cannot do and an operator of the target can; see the profile's `operator`. */
export type OperatorAction =
  | 'hold_rating'
  | 'release_rating'
  | 'hold_issue'
  | 'release_issue'
  | 'review_approve'
  | 'review_decline'
  | 'register_endpoint'
  | 'delete_endpoint'
  | 'enable_endpoint'
  | 'endpoint_status'
  | 'rotate_secret'
  | 'deactivate_client'
  | 'activate_client'
  | 'add_broker'
  | 'fail_requests'
  | 'advance_clock'

export interface OperatorPort {
  can(action: OperatorAction): boolean
  /**
   * Performs an action and returns what its `returns` block picked out of the answer.
   * @throws CannotTell when the profile lacks the action, or when it did not succeed
   */
  perform(action: OperatorAction, given?: Readonly<Record<string, unknown>>): Promise<Record<string, unknown>>
}
