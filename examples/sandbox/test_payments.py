# Tests in Python against `remit sandbox start`: python3 test_payments.py
#
# SANDBOX_URL, REMIT_SANDBOX_TOKEN and REMIT_SANDBOX_CONTROL_TOKEN name a sandbox that serves; see compose.yml.
import json
import os
import unittest
import urllib.error
import urllib.request

URL = os.environ["SANDBOX_URL"]


def call(method, path, body=None, token=os.environ["REMIT_SANDBOX_TOKEN"]):
    request = urllib.request.Request(
        URL + path,
        method=method,
        data=None if body is None else json.dumps(body).encode(),
        headers={"Authorization": f"Bearer {token}", "Content-Type": "application/json"},
    )
    with urllib.request.urlopen(request) as response:
        return json.load(response)


def control(method, path, body=None):
    return call(method, path, body, os.environ["REMIT_SANDBOX_CONTROL_TOKEN"])


class Payments(unittest.TestCase):
    def setUp(self):
        self.assertTrue(call("GET", "/ready")["ready"])
        control("POST", "/sandbox/reset", {"seed": "basic"})
        self.payer = next(b for b in call("GET", "/api/businesses") if b["name"] == "Acme Hotels LLC")["id"]
        self.account = call("GET", f"/api/bank-accounts?businessId={self.payer}")[0]["id"]
        page = call("GET", f"/api/businesses/{self.payer}/payables?status=APPROVED")
        self.payable = page["data"][0]["id"]

    def order(self):
        return {"payableId": self.payable, "fundingSourceId": self.account}

    def test_a_payment_settles(self):
        payment = call("POST", "/api/payments/initiate", self.order())
        control("POST", "/sandbox/clock/advance", {"businessDays": 3})
        found = control("GET", f"/sandbox/payments/{payment['paymentId']}")
        self.assertEqual((found["status"], found["amount"]), ("COMPLETED", 1840))

    def test_a_server_error(self):
        control("POST", "/sandbox/faults", {"match": {"operation": "pay.initiate"}, "status": 503})
        with self.assertRaises(urllib.error.HTTPError) as caught:
            call("POST", "/api/payments/initiate", self.order())
        self.assertEqual(caught.exception.code, 503)


if __name__ == "__main__":
    unittest.main()
