# Tests in Perl against `remit sandbox start`: prove payments.t
#
# SANDBOX_URL, REMIT_SANDBOX_TOKEN and REMIT_SANDBOX_CONTROL_TOKEN name a sandbox that serves; see compose.yml.
use strict;
use warnings;
use HTTP::Tiny;
use JSON::PP;
use Test::More;

my $http = HTTP::Tiny->new;

sub call {
    my ($token, $method, $path, $body) = @_;
    my %headers = (Authorization => "Bearer $ENV{$token}", 'Content-Type' => 'application/json');
    my $request = { headers => \%headers, defined $body ? (content => encode_json($body)) : () };
    my $response = $http->request($method, "$ENV{SANDBOX_URL}$path", $request);
    die "$method $path: $response->{status}\n" unless $response->{success};
    return decode_json($response->{content});
}

sub service { return call('REMIT_SANDBOX_TOKEN', @_) }
sub control { return call('REMIT_SANDBOX_CONTROL_TOKEN', @_) }

control('POST', '/sandbox/reset', { seed => 'basic' });
my ($payer) = grep { $_->{name} eq 'Acme Hotels LLC' } @{ service('GET', '/api/businesses') };
my $accounts = service('GET', "/api/bank-accounts?businessId=$payer->{id}");
my $page = service('GET', "/api/businesses/$payer->{id}/payables?status=APPROVED");
my $order = { payableId => $page->{data}[0]{id}, fundingSourceId => $accounts->[0]{id} };

my $payment = service('POST', '/api/payments/initiate', $order);
control('POST', '/sandbox/clock/advance', { businessDays => 3 });
my $found = control('GET', "/sandbox/payments/$payment->{paymentId}");
is($found->{status}, 'COMPLETED', 'a payment settles');
is($found->{amount}, 1840, 'and its amount is that of the invoice');
done_testing;
