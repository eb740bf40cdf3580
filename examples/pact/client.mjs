/** The part of a partner's client that the contract is about. */

/** Reads a quote and returns its state and its premium; the premium is absent until the quote is rated. */
export async function readQuote({ baseUrl, token, key }, id) {
  const answer = await fetch(`${baseUrl}/status/${id}`, {
    headers: { Authorization: `Bearer ${token}`, 'x-integration-key': key },
  })
  if (answer.status !== 200) throw new Error(`the quote cannot be read: ${answer.status}`)
  const { data } = await answer.json()
  return { state: data.quote_status, premium: data.policy_term?.premium_only }
}

/** Binds a quote and returns its id. */
export async function bindQuote({ baseUrl, token, key }, id) {
  const answer = await fetch(`${baseUrl}/bind/${id}`, {
    method: 'PUT',
    headers: {
      Authorization: `Bearer ${token}`,
      'x-integration-key': key,
      'Content-Type': 'application/json',
    },
    body: '{}',
  })
  if (answer.status !== 202) throw new Error(`the quote cannot be bound: ${answer.status}`)
  return (await answer.json()).data.id
}

/** Takes the event of an issued policy and returns what is written into the books. */
export function policyIssued(event) {
  return { policy: event.data.policyId, customer: event.data.customer.name, from: event.data.effectiveDate }
}
