import pytest
pytestmark = pytest.mark.django_db
def test_smoke(client, four, deal, discard):
    client.force_login(four[0])
    for url in ("/replays/", f"/replays/{deal.pk}/", f"/replays/{deal.pk}/?at={discard}", f"/replays/{deal.pk}/record.json"):
        r = client.get(url)
        assert r.status_code == 200, url
    r = client.get(f"/replays/{deal.pk}/?at={discard}", headers={"HX-Request": "true"})
    print(r.content.decode()[-3000:])
    assert b"<html" not in r.content
