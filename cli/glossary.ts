/** A word that a newcomer may not know. */
export interface Word {
  readonly names: readonly string[]
  readonly meaning: string
  /** Words of our own that meant the same. Nothing uses them any more: `npm run words` counts them. */
  readonly insteadOf?: readonly string[]
}

/** The words of reports and pages. Explained by `help`, and the source of docs/reference/words.md. */
export const GLOSSARY: readonly Word[] = [
  { names: ['requirement'], meaning: 'one statement of the specification, with an id, a clause and a level' },
  {
    names: ['scenario'],
    meaning: 'a fixed sequence of requests that a run sends; several requirements are judged by what it saw',
  },
  {
    names: ['outcome'],
    meaning:
      'the state that the rating of a submission comes to; `outcomes` in the profile says what to submit for each',
  },
  {
    names: ['recipe'],
    meaning:
      'a part of the profile that says how to bring about an outcome, or how to perform an operator action',
  },
  {
    names: ['session'],
    meaning: 'a scenario for a client, which meets a simulated platform at an address of its own',
    insteadOf: ['play'],
  },
  {
    names: ['exclusive'],
    meaning: 'said of a scenario during which no other one runs, such as one that moves the clock',
    insteadOf: ['alone'],
  },
  {
    names: ['generated'],
    meaning: 'made from the seed, not written down: another seed makes other cases',
    insteadOf: ['drawn'],
  },
  {
    names: ['check'],
    meaning: 'one observation of the target, or the verdict of one claim about it',
    insteadOf: ['look'],
  },
  {
    names: ['fault'],
    meaning: 'an answer of the simulated platform that is wrong or fails on purpose',
    insteadOf: ['lie'],
  },
  {
    names: ['received'],
    meaning: 'said of what has arrived: an event at an endpoint, a state at a client',
    insteadOf: ['told'],
  },
  {
    names: ['foreign'],
    meaning: 'of somebody else: an event, a quote or a request of another partner or sender',
    insteadOf: ['stranger'],
  },
  {
    names: ['idle'],
    meaning: 'open and unused, such as a connection between two requests',
    insteadOf: ['at rest'],
  },
  { names: ['claim'], meaning: 'the part of a scenario that judges one requirement' },
  { names: ['standing claim'], meaning: 'a claim about every exchange of every scenario' },
  { names: ['exchange'], meaning: 'one request with its answer, without secrets' },
  {
    names: ['cause'],
    meaning: 'what failures have in common: the same expectation, breached in the same way',
  },
  { names: ['counterexample'], meaning: 'a generated case that shows a breach, made as small as it gets' },
  {
    names: ['operator action'],
    meaning: 'what the quote API cannot do and an operator can, such as an approval or a moved clock',
  },
  {
    names: ['retry schedule'],
    meaning: 'the ten attempts of a delivery, with the delay before each',
    insteadOf: ['ladder'],
  },
  { names: ['attempt'], meaning: 'one request that tries to deliver an event', insteadOf: ['rung'] },
  {
    names: ['breaker'],
    meaning: 'the part of a platform that stops deliveries to an endpoint after repeated failures',
  },
  {
    names: ['grace period', 'grace'],
    meaning: 'the time after a rotation in which the previous signing secret is still valid',
  },
  {
    names: ['canary'],
    meaning:
      'something sent only to see where it arrives: a first delivery, or a fake secret that no file may contain',
  },
  { names: ['mutant'], meaning: 'a sandbox with one defect, which the suite finds' },
  { names: ['variant'], meaning: 'a sandbox that differs in a legal way, which the suite does not report' },
  {
    names: ['conformant', 'non-conformant', 'incomplete'],
    meaning:
      'the verdict of a run: no requirement failed; at least one `must` failed; or the run was not brought to its end',
  },
  {
    names: ['certificate'],
    meaning:
      'a signed statement that a whole run was conformant and exercised all that must be; a part of a run gets none',
  },
  {
    names: ['lost'],
    meaning: 'said of a target that answers nothing any more: the run ends there, and is incomplete',
  },
  { names: ['shard'], meaning: 'a part of a run, which one of several machines drives' },
  {
    names: ['baseline', 'waived'],
    meaning: 'a file of known failures; a failure that it names is waived and does not fail the run',
  },
  {
    names: ['not exercised', 'not-exercised'],
    meaning: 'no verdict was reached, for the reason that stands beside it; it never counts as passed',
  },
  {
    names: ['left out'],
    meaning:
      'not exercised because of the command line or the profile, such as by --only or timing.longest_wait',
  },
  {
    names: ['cut off'],
    meaning:
      'not exercised although the profile offers everything; where more than a record is missing, the run is incomplete',
  },
  { names: ['excluded'], meaning: 'judged by no run, with a reason; `requirements excluded` lists them' },
]

/** A word of the reports with its meaning, as a line; undefined for any other word. */
export function explanation(word: string): string | undefined {
  const found = GLOSSARY.find(({ names }) => names.includes(word.toLowerCase()))
  return found && `${found.names.join(', ')}: ${found.meaning}\n`
}
