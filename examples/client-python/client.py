"""A client of the quote API that is right in every respect. Needs nothing but Python 3.9 or later:

  QUOTE_BASE_URL=... QUOTE_AUTH_URL=... QUOTE_CLIENT_ID=... QUOTE_CLIENT_SECRET=... QUOTE_INTEGRATION_KEY=... \
  QUOTE_SUBMISSION=submission.json QUOTE_WORKDIR=out python3 client.py

It submits, waits for the rating, updates a contact, binds, saves both documents and writes result.json.
"""

import http.client
import json
import os
import random
import ssl
import sys
import time
import urllib.error
import urllib.parse
import urllib.request
from pathlib import Path

ENV = os.environ
FOLDER = Path(ENV.get("QUOTE_WORKDIR", "."))
JOURNEY = ENV.get("QUOTE_JOURNEY", "submit,poll,update,bind,proposal,policy").split(",")
POLL_SECONDS = 2.2
MOST_TRIES = 5
MARGIN_SECONDS = 60  # a token is renewed so long before it expires, or at half of a shorter life
PASSING = ("pending", "bound")  # states that change by themselves

result = {"quote_id": None, "quote_status": None, "error": None}


class Refused(Exception):
    """An answer that ends the journey; a decline is the decision of an underwriter and no mistake."""

    def __init__(self, message, declined=False):
        super().__init__(message)
        self.declined = declined


class NoRedirects(urllib.request.HTTPRedirectHandler):
    """Credentials go to the service and to nobody else."""

    def redirect_request(self, *_):
        return None


trust = ssl.create_default_context(cafile=ENV.get("QUOTE_CA"))
opener = urllib.request.build_opener(NoRedirects, urllib.request.HTTPSHandler(context=trust))


def log(line):
    print(f"{result['quote_id'] or 'no quote yet'}: {line}", file=sys.stderr)


def send(method, url, headers, body):
    """One request; returns status and bytes, whatever the status is."""
    request = urllib.request.Request(url, data=body, headers=headers, method=method)
    try:
        with opener.open(request, timeout=30) as answer:
            return answer.status, answer.read()
    except urllib.error.HTTPError as error:
        return error.code, error.read()


def persistently(what, *request):
    """Sends until there is an answer other than a 5xx, with longer and longer pauses."""
    for attempt in range(1, MOST_TRIES + 1):
        try:
            status, body = send(*request)
            if status < 500:
                return status, body
            why = f"status {status}"
        except (OSError, http.client.HTTPException) as error:
            why = str(error)
        log(f"{what}: {why}, attempt {attempt}")
        if attempt < MOST_TRIES:
            time.sleep(2 ** (attempt - 1) * random.uniform(0.75, 1.25))
    raise Refused(f"{what}: {why}")


class Token:
    text = None
    renew_at = 0.0

    def fresh(self):
        if self.text is None or time.monotonic() >= self.renew_at:
            form = {
                "client_id": ENV["QUOTE_CLIENT_ID"],
                "client_secret": ENV["QUOTE_CLIENT_SECRET"],
                "grant_type": "client_credentials",
                "scope": "quote",
            }
            headers = {"Content-Type": "application/x-www-form-urlencoded"}
            body = urllib.parse.urlencode(form).encode()
            status, answer = persistently("token", "POST", ENV["QUOTE_AUTH_URL"], headers, body)
            if status != 200:
                raise Refused(f"no token: status {status}")
            fields = json.loads(answer)
            life = fields["expires_in"]
            self.text = fields["access_token"]
            self.renew_at = time.monotonic() + life - min(MARGIN_SECONDS, life / 2)
        return self.text


token = Token()


def call(method, path, body=None):
    """One request of the quote API. After a 401 it is sent once more with a new token."""
    for last in (False, True):
        headers = {"Authorization": f"Bearer {token.fresh()}", "x-integration-key": ENV["QUOTE_INTEGRATION_KEY"]}
        if body is not None:
            headers["Content-Type"] = "application/json"
        status, answer = persistently(f"{method} {path}", method, ENV["QUOTE_BASE_URL"] + path, headers, body)
        if status != 401 or last:
            return status, answer
        token.text = None


def data_of(method, path, body=None):
    """The `data` of a success; anything else is an error with the platform's own words."""
    status, answer = call(method, path, body)
    if status >= 300 and status != 400:
        raise Refused(f"{method} {path}: status {status}")
    envelope = json.loads(answer)
    if envelope["status"] in ("declined", "error"):
        raise Refused(envelope["error"]["message"], envelope["status"] == "declined")
    return envelope["data"]


def settled(quote_id):
    """Polls while the quote's state changes by itself."""
    while True:
        time.sleep(POLL_SECONDS)
        result["quote_status"] = data_of("GET", f"/status/{quote_id}")["quote_status"]
        if result["quote_status"] not in PASSING:
            return result["quote_status"]


def save(quote_id, document, name):
    """Saves a document; while it is not ready (409) it is asked for again."""
    while True:
        status, body = call("GET", f"/document/{document}/stream/{quote_id}")
        if status == 200:
            (FOLDER / name).write_bytes(body)
            return
        if status != 409:
            raise Refused(f"{document}: status {status}: {body.decode('utf-8', 'replace')}")
        time.sleep(POLL_SECONDS)


def travel():
    quote = data_of("POST", "/submit", Path(ENV["QUOTE_SUBMISSION"]).read_bytes())
    quote_id = result["quote_id"] = quote["quote_id"]
    result["quote_status"] = quote["quote_status"]
    if "poll" not in JOURNEY or settled(quote_id) != "ready_to_bind":
        return
    if "update" in JOURNEY:
        data_of("PUT", f"/update/{quote_id}", json.dumps({"it_manager_same": True}).encode())
        if settled(quote_id) != "ready_to_bind":  # an update queues a re-rating
            return
    if "proposal" in JOURNEY:
        save(quote_id, "quote-proposal", "proposal.pdf")
    if "bind" in JOURNEY:
        data_of("PUT", f"/bind/{quote_id}", b"{}")
        if settled(quote_id) == "issued" and "policy" in JOURNEY:
            save(quote_id, "policy", "policy.pdf")


code = 0
try:
    travel()
except Exception as error:
    result["error"] = str(error)
    if isinstance(error, Refused) and error.declined:
        result["quote_status"] = "declined"
    else:
        code = 1
    log(result["error"])
(FOLDER / "result.json").write_text(json.dumps(result))
sys.exit(code)
