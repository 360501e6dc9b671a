// Tests in Go against `remit sandbox start`: go test payments_test.go
//
// SANDBOX_URL, REMIT_SANDBOX_TOKEN and REMIT_SANDBOX_CONTROL_TOKEN name a sandbox that serves; see compose.yml.
package payments

import (
	"bytes"
	"encoding/json"
	"net/http"
	"os"
	"testing"
)

func call(t *testing.T, token, method, path string, body, result any) {
	t.Helper()
	text, err := json.Marshal(body)
	if err != nil {
		t.Fatal(err)
	}
	if body == nil {
		text = nil
	}
	request, err := http.NewRequest(method, os.Getenv("SANDBOX_URL")+path, bytes.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	request.Header.Set("Authorization", "Bearer "+os.Getenv(token))
	request.Header.Set("Content-Type", "application/json")
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	if response.StatusCode >= 300 {
		t.Fatalf("%s %s: %s", method, path, response.Status)
	}
	if err := json.NewDecoder(response.Body).Decode(result); err != nil {
		t.Fatal(err)
	}
}

type record struct {
	ID        string  `json:"id"`
	Name      string  `json:"name"`
	PaymentID string  `json:"paymentId"`
	Status    string  `json:"status"`
	Amount    float64 `json:"amount"`
}

func TestPaymentSettles(t *testing.T) {
	service := func(method, path string, body, result any) {
		t.Helper()
		call(t, "REMIT_SANDBOX_TOKEN", method, path, body, result)
	}
	control := func(method, path string, body, result any) {
		t.Helper()
		call(t, "REMIT_SANDBOX_CONTROL_TOKEN", method, path, body, result)
	}
	var done map[string]any
	control("POST", "/sandbox/reset", map[string]string{"seed": "basic"}, &done)
	var businesses, accounts []record
	service("GET", "/api/businesses", nil, &businesses)
	payer := businesses[0].ID
	for _, business := range businesses {
		if business.Name == "Acme Hotels LLC" {
			payer = business.ID
		}
	}
	service("GET", "/api/bank-accounts?businessId="+payer, nil, &accounts)
	var page struct{ Data []record }
	service("GET", "/api/businesses/"+payer+"/payables?status=APPROVED", nil, &page)
	order := map[string]string{"payableId": page.Data[0].ID, "fundingSourceId": accounts[0].ID}
	var payment, found record
	service("POST", "/api/payments/initiate", order, &payment)
	control("POST", "/sandbox/clock/advance", map[string]int{"businessDays": 3}, &done)
	control("GET", "/sandbox/payments/"+payment.PaymentID, nil, &found)
	if found.Status != "COMPLETED" || found.Amount != 1840 {
		t.Fatalf("the payment is %s over %v", found.Status, found.Amount)
	}
}
