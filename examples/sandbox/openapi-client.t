# A client in Perl that OpenAPI::Client makes from the description of the service, against `remit sandbox start`:
# remit api openapi 3.0 --out openapi.json, then prove openapi-client.t
#
# OPENAPI names the description, SANDBOX_URL, REMIT_SANDBOX_TOKEN and REMIT_SANDBOX_CONTROL_TOKEN a sandbox that serves.
use strict;
use warnings;
use Mojo::UserAgent;
use OpenAPI::Client;
use Test::More;

my $client = OpenAPI::Client->new("file://$ENV{OPENAPI}", base_url => $ENV{SANDBOX_URL});
my $authorize = sub { $_[1]->req->headers->authorization("Bearer $ENV{REMIT_SANDBOX_TOKEN}") };
$client->on(after_build_tx => $authorize);

# Calls an operation, and checks that the description allows the response.
sub answer {
    my ($operation, $parameters, $body) = @_;
    my $tx = $client->call($operation, $parameters, defined $body ? (json => $body) : ());
    my $response = $tx->result;
    my ($route) = grep { ($_->{operation_id} // '') eq $operation } @{ $client->validator->routes };
    my $content = sub { { exists => 1, content_type => 'application/json', value => $response->json } };
    my @problems = $client->validator->validate_response([@$route{qw(method path)}],
        { status => $response->code, body => $content, header => sub { { exists => 0 } } });
    is("@problems", '', "$operation answers " . $response->code . ' as described');
    return $response->json;
}

my $control = { Authorization => "Bearer $ENV{REMIT_SANDBOX_CONTROL_TOKEN}" };
Mojo::UserAgent->new->post("$ENV{SANDBOX_URL}/sandbox/reset", $control, json => { seed => 'basic' })->result->is_success
  or die 'The sandbox was not reset.';

my ($payer) = grep { $_->{name} eq 'Acme Hotels LLC' } @{ answer('business.list', {}) };
my $accounts = answer('bank.list', { businessId => $payer->{id} });
my $page = answer('payable.list', { businessId => $payer->{id}, status => 'APPROVED' });
my $order = { payableId => $page->{data}[0]{id}, fundingSourceId => $accounts->[0]{id} };
my $payment = answer('pay.initiate', {}, $order);
is($payment->{amount}, 1840, 'the payment has the amount of the invoice');

my $refused = answer('pay.initiate', {}, $order);
is($refused->{error}, 'payment_in_progress', 'a second payment is refused');

my $invalid = $client->call('pay.initiate', {}, json => {})->res;
is($invalid->error->{message}, 'Invalid input', 'an order without a payable is not sent');
done_testing;
