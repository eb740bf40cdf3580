/** Operator actions that change the platform and return nothing that a script needs later. */
const REPLAYED: ReadonlySet<string> = new Set([
  ...['hold_rating', 'release_rating', 'hold_issue', 'release_issue'],
  ...['review_approve', 'review_decline', 'onboard_broker'],
  ...['deactivate_client', 'activate_client', 'advance_clock', 'fail_requests'],
])

/** Operator actions on deliveries, and those that only read: no answer of the quote API depends on them. */
const LEFT_OUT: ReadonlySet<string> = new Set([
  ...['register_endpoint', 'delete_endpoint', 'enable_endpoint', 'endpoint_status', 'rotate_secret'],
  ...['add_broker', 'delivery_log', 'show_partner', 'show_client', 'list_keys'],
])

/** By action: the action that undoes it. */
const UNDONE_BY: Readonly<Record<string, string>> = {
  hold_rating: 'release_rating',
  hold_issue: 'release_issue',
  deactivate_client: 'activate_client',
}

/**
 * Says whether a script repeats an operator action or omits it. `impossible`: the script would need the result of the action.
 */
export function dealtWith(action: string | undefined): 'replayed' | 'left-out' | 'impossible' {
  if (action !== undefined && LEFT_OUT.has(action)) return 'left-out'
  return action !== undefined && REPLAYED.has(action) ? 'replayed' : 'impossible'
}

/** Actions that a script must undo at its end. */
export function toUndo(actions: readonly string[]): readonly string[] {
  const open = new Set<string>()
  for (const action of actions) {
    const undo = UNDONE_BY[action]
    if (undo !== undefined) open.add(undo)
    open.delete(action)
  }
  return [...open]
}
