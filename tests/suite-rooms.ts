/** For each room of a house, the other rooms that its files may import. Rooms stand above those that they import. */
export type Rooms = Readonly<Record<string, readonly string[]>>

/** The houses below `suites`: a folder, and the rooms in it. A room is a folder, or a file that stands by itself. */
export const SUITE_ROOMS: Readonly<Record<string, Rooms>> = {
  suites: {
    remedy: [],
    testing: [],
    client: ['remedy', 'testing'],
    platform: ['remedy'],
    receiver: ['remedy'],
  },

  'suites/platform': {
    vocabulary: [],
    ledger: ['vocabulary'],
    statements: ['vocabulary', 'ledger'],
    features: ['vocabulary', 'ledger', 'statements'],
    journeys: ['vocabulary', 'ledger', 'statements'],
    properties: ['vocabulary', 'statements', 'journeys'],
    views: ['vocabulary', 'ledger', 'statements'],
    index: ['vocabulary', 'statements', 'features', 'properties', 'views'],
  },
  'suites/platform/vocabulary': {
    judge: [],
    time: [],
    reading: ['judge'],
    quotes: ['judge'],
    context: ['quotes'],
    cases: ['context'],
    access: ['judge', 'quotes', 'context'],
    documents: ['judge', 'reading', 'quotes', 'context'],
    events: ['judge', 'quotes', 'context'],
    submissions: ['judge', 'quotes', 'context'],
    updates: ['judge', 'quotes', 'context'],
    operator: ['judge', 'quotes', 'context', 'access'],
    attempts: ['judge', 'time', 'events', 'operator'],
  },
  // A feature never imports another one: a helper of both belongs to the vocabulary.
  'suites/platform/features': {
    auth: [],
    bind: [],
    conditions: [],
    documents: [],
    ids: [],
    office: [],
    service: [],
    states: [],
    status: [],
    submit: [],
    token: [],
    update: [],
    webhooks: [],
  },

  'suites/receiver': {
    vocabulary: [],
    testing: ['vocabulary'],
    statements: ['vocabulary'],
    features: ['vocabulary'],
    properties: ['vocabulary'],
    bounds: ['features'],
    index: ['vocabulary', 'statements', 'features', 'properties', 'bounds'],
  },
  'suites/receiver/vocabulary': {
    drafts: [],
    pace: [],
    readings: [],
    judge: ['pace'],
    sending: ['drafts', 'pace', 'readings', 'judge'],
    context: ['drafts', 'pace', 'judge', 'sending'],
    effects: ['judge', 'context'],
    driving: ['drafts', 'pace', 'judge', 'context', 'effects'],
  },
  'suites/receiver/features': {
    deliveries: [],
    endpoint: [],
    forgeries: [],
    framing: [],
    load: [],
    'open-points': [],
    repeats: [],
    secrets: [],
  },

  'suites/client': {
    vocabulary: [],
    claims: ['vocabulary'],
    recorded: ['vocabulary', 'claims'],
    sessions: ['vocabulary', 'claims'],
    testing: ['vocabulary', 'recorded'],
    index: ['vocabulary', 'claims', 'recorded', 'sessions'],
  },
}
